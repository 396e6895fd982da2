// C11 6.5p5: long has 32 bits on LLP64, and the product of two longs does not fit.
// rule: signed-overflow
// line: 12
// target: llp64
// output: 3600000

int printf(const char *, ...);

int main(void) {
    long ms = 3600L * 1000L;
    printf("%ld\n", ms);
    printf("%ld\n", ms * 1000L);
    return 0;
}
