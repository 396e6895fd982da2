// C11 6.3.2.1p2: an __int128 without a value is read
// rule: uninitialised-read
// line: 7

int main(void) {
    __int128 x, *p = &x;
    return *p == 1;
}
