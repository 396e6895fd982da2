// C11 6.5.16p3: an assignment has the value of the left operand after it (tcc switches over the right one)
// skip: tcc 0.9.27 keeps the sign
int printf(const char *, ...);
unsigned char c;
int main(void) {
    int i = 0;
    while (i != -3) {
        i--;
    }
    switch (c = i) {
    case -3:
        printf("wrong\n");
    }
    printf("%d\n", c);
    return 0;
}
