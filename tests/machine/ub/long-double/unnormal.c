// C11 6.2.6.1p5: the x87 does not take these bits for a number
// rule: trap-representation
// line: 11

#include <string.h>

int main(void) {
    unsigned char bytes[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x3f };
    long double x;
    memcpy(&x, bytes, sizeof x);
    return x == 1;
}
