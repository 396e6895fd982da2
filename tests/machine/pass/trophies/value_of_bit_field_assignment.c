// C11 6.5.16p3: an assignment has the value of the left operand after it, 5 bits here (chibicc has all of the right one)
int printf(const char *, ...);
struct S {
    unsigned b : 5;
} s;
int main(void) {
    int v = 33;
    printf("%d\n", (int)(s.b = v));
    return 0;
}
