// C11 6.5p5: An int read through the union it was punned in is INT_MIN, and is decremented.
// rule: signed-overflow
// line: 17
// output: 80000000

#include <stdio.h>

union u {
    unsigned bits;
    int value;
};

int main(void) {
    union u u;
    u.bits = 0x80000000u;
    printf("%x\n", u.bits);
    u.value--;
    printf("%d\n", u.value);
    return 0;
}
