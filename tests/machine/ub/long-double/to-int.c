// C11 6.3.1.4p1: 2^31 - 0.5 fits int, 2^31 does not
// rule: float-to-int
// line: 7

int main(void) {
    long double x = 2147483647.5L;
    return (int)x == (int)(x + 0.5L);
}
