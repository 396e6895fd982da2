// C11 6.7.2.1p11: bit-fields are allocated from the low bits up in the System V ABI
// choice: bit-field-layout
// choice: union-punning
#include <stdio.h>

union U {
    struct {
        unsigned a : 4;
        unsigned b : 8;
        unsigned c : 20;
    } f;
    unsigned w;
    unsigned char bytes[4];
};
int main(void) {
    union U u;
    u.f.a = 0x1;
    u.f.b = 0x23;
    u.f.c = 0x45678;
    printf("%08x\n", u.w);
    printf("%02x %02x %02x %02x\n", u.bytes[0], u.bytes[1], u.bytes[2], u.bytes[3]);
    u.w = 0xdeadbeef;
    printf("%x %x %x\n", u.f.a, u.f.b, u.f.c);
    u.f.b = 0;
    printf("%08x\n", u.w);
    return 0;
}
