// C11 6.3.1.4p1: 2^127 does not fit __int128
// rule: float-to-int
// line: 7

int main(void) {
    double x = 0x1p127;
    return (__int128)x == 1;
}
