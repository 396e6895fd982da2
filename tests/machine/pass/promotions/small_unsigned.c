// C11 6.3.1.1p2: unsigned types narrower than int promote to int
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint8_t a = 200, b = 100;
    uint16_t s = 1, t = 2;
    printf("%d %d\n", a + b, b - a);
    printf("%d %d\n", s - t < 0, (uint16_t)(s - t) < 0);
    printf("%d\n", (uint8_t)~a >> 1);
    printf("%d\n", ~a >> 1 < 0);
    printf("%d\n", a * b);
    printf("%ld\n", (long)(uint16_t)65535 * (uint16_t)65535);
    printf("%u\n", 65535u * (uint16_t)65535);
    printf("%d\n", 46340 * (uint16_t)46340);
    printf("%d\n", (uint8_t)(a + b) == a + b);
    printf("%d\n", -s);
    return 0;
}
