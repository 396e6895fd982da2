// C11 6.2.6.1p7: On a big-endian target the narrow member covers the high bytes, the rest is unspecified.
// rule: unspecified-read
// line: 20
// target: s390x
// output: 258

int printf(const char *, ...);

union u {
    unsigned i;
    unsigned short s;
    unsigned char b[4];
};

int main(void) {
    union u u;
    u.i = 0x01020304;
    printf("%d\n", u.s);
    u.s = 5;
    printf("%d\n", u.b[2]);
    return 0;
}
