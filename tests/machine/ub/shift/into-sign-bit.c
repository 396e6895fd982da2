// C11 6.5.7p4: 1 << 31 is not representable in int.
// TRAPS: signed << into the sign bit
// rule: shift-overflow
// line: 11
// output: 1073741824

#include <stdio.h>

int main(void) {
    for (int n = 30; n < 32; n++) {
        printf("%d\n", 1 << n);
    }
    return 0;
}
