// C11 6.2.6.1p7: the bits beside a bit-field of a union are unspecified once it was stored, not undefined
// rule: unspecified-read
// line: 12

union flags {
    signed a : 13;
    unsigned long c;
};

int main(void) {
    union flags f = {2};
    return f.c != 3;
}
