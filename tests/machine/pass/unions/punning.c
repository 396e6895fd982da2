// C11 6.5.2.3 note 95: reading another member through the union reinterprets the representation
// choice: union-punning
#include <stdint.h>
#include <stdio.h>

union F { float f; uint32_t u; };
union D { double d; uint64_t u; uint32_t w[2]; unsigned char b[8]; };
int main(void) {
    union F f = {1.0f};
    printf("%08lx\n", (unsigned long)f.u);
    f.u = 0xc0490fdb;
    printf("%.6f\n", f.f);
    union D d;
    d.d = -2.5;
    printf("%016llx\n", (unsigned long long)d.u);
    printf("%08lx %08lx\n", (unsigned long)d.w[0], (unsigned long)d.w[1]);
    printf("%d %d\n", d.b[7], d.b[0]);
    d.u ^= (uint64_t)1 << 63;
    printf("%.1f\n", d.d);
    union { int i; unsigned u; } s = {-1};
    printf("%u\n", s.u);
    return 0;
}
