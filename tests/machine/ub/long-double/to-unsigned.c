// C11 6.3.1.4p1: 2^64 does not fit unsigned long, the long double before it does
// rule: float-to-int
// line: 7

int main(void) {
    long double x = 0x1.fffffffffffffffep63L;
    return (unsigned long)x == (unsigned long)(x + 1);
}
