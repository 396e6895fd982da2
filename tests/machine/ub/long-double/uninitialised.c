// C11 6.3.2.1p2: a long double without a value is read
// rule: uninitialised-read
// line: 7

int main(void) {
    long double x, *p = &x;
    return *p == 1;
}
