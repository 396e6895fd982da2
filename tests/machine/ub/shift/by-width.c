// C11 6.5.7p3: The shift amount equals the width.
// rule: shift-too-far
// line: 10
// output: 2147483648

#include <stdio.h>

int main(void) {
    for (int n = 31; n < 33; n++) {
        printf("%u\n", 1u << n);
    }
    return 0;
}
