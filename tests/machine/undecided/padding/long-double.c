// C11 6.2.6.1p6: the last bytes of an 80-bit long double are padding
// rule: unspecified-read
// line: 8

int main(void) {
    long double x = 1;
    unsigned char *p = (unsigned char *)&x;
    return p[12] == 0;
}
