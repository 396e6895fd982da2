// C11 6.2.6.1p6: A checksum over all bytes of a struct includes its padding.
// TRAPS: struct padding must never reach a checksum; csmith 72: padding through char *
// rule: unspecified-read
// line: 22
// output: 6

#include <stdio.h>

struct packedish {
    char a, b, c;
};

struct holey {
    short s;
    long l;
};

static unsigned sum(const void *p, unsigned n) {
    const unsigned char *b = p;
    unsigned r = 0;
    while (n--) {
        r += b[n];
    }
    return r;
}

int main(void) {
    struct packedish x = { 1, 2, 3 };
    struct holey y = { 1, 2 };
    printf("%u\n", sum(&x, sizeof x));
    printf("%u\n", sum(&y, sizeof y));
    return 0;
}
