// C11 6.8.4.1p2: an if without anything to do changes nothing (pcc -O loses p behind it)

int printf(const char *, ...);

int main(void) {
    int p = 7;
    for (int i = 2; i; i--) {
        if (p == 4) {
            p = 0;
        } else if (i) {
        }
    }
    printf("%d\n", p);
    return 0;
}
