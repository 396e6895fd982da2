// C11 6.3.1.4p1: -2^127 fits __int128, 2^127 does not
// rule: float-to-int
// line: 7

int main(void) {
    long double x = -0x1p127L;
    return (__int128)x == (__int128)-x;
}
