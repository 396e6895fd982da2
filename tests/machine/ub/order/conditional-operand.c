// C11 6.5p2: The conflict is in the arm of ?: that is taken only on the last iteration.
// TRAPS: a && a++ is fine
// rule: unsequenced
// line: 14
// output: 1
// output: 2

#include <stdio.h>

int main(void) {
    int x = 1;
    x && x++;
    for (int i = 0; i < 3; i++) {
        int r = x + (i == 2 ? x++ : i - 1);
        printf("%d\n", r);
    }
    return 0;
}
