// C11 6.2.4p6: Entering the block again makes its variables indeterminate again.
// TRAPS: leaving and re-entering a block makes its variables indeterminate again
// rule: uninitialised-read
// line: 15
// output: 10

#include <stdio.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0) {
            x = 10;
        }
        printf("%d\n", x);
    }
    return 0;
}
