// C11 6.5p5: int has 16 bits on IP16, and 30000 + 10000 does not fit.
// rule: signed-overflow
// line: 12
// target: ip16
// output: 30000

int printf(const char *, ...);

int main(void) {
    int a = 30000, b = 10000;
    printf("%d\n", a);
    long sum = a + b;
    printf("%ld\n", sum);
    return 0;
}
