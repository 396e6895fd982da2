// C11 6.5.7: reversing bits with shifts and masks
#include <stdio.h>

static unsigned rev(unsigned v) {
    v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
    v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
    v = (v >> 4 & 0x0F0F0F0Fu) | (v & 0x0F0F0F0Fu) << 4;
    v = (v >> 8 & 0x00FF00FFu) | (v & 0x00FF00FFu) << 8;
    return v >> 16 | v << 16;
}
static unsigned rev_slow(unsigned v) {
    unsigned r = 0;
    for (int i = 0; i < 32; i++, v >>= 1)
        r = r << 1 | (v & 1);
    return r;
}
int main(void) {
    unsigned x = 1;
    for (int i = 0; i < 12; i++) {
        printf("%08x %08x %d\n", x, rev(x), rev(x) == rev_slow(x));
        x = x * 1103515245u + 12345u;
    }
    return 0;
}
