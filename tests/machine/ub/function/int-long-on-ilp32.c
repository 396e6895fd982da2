// C11 6.7.6.3p15: int and long are different types even where both have 32 bits.
// rule: wrong-function-type
// line: 16
// target: ilp32
// output: 2

int printf(const char *, ...);

static long twice(int x) {
    return 2L * x;
}

int main(void) {
    int (*f)(int) = (int (*)(int))twice;
    printf("%d\n", (int)twice(1));
    printf("%d\n", f(1));
    return 0;
}
