// C11 6.3.1.4p1: 40000.0 does not fit 16-bit int.
// rule: float-to-int
// line: 12
// target: ip16
// output: 40000

int printf(const char *, ...);

int main(void) {
    float f = 40000.0f;
    printf("%u\n", (unsigned)f);
    printf("%d\n", (int)f);
    return 0;
}
