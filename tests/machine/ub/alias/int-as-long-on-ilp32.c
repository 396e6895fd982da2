// C11 6.5p7: int and long are different types even where both have 32 bits.
// rule: effective-type
// line: 14
// target: ilp32
// output: 1

int printf(const char *, ...);

static int x = 1;

int main(void) {
    long *p = (long *)&x;
    printf("%d\n", x);
    printf("%ld\n", *p);
    return 0;
}
