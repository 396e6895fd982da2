// C11 6.2.4p6: Each iteration has its own variable; the pointer to the previous one is dead.
// TRAPS: reading through a dangling pointer that only one path reaches (csmith 127, 169)
// rule: indeterminate-pointer
// line: 14
// output: 0

#include <stdio.h>

int main(void) {
    int *last = NULL;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (i == 2) {
            printf("%d\n", *last);
        }
        last = &x;
        if (i == 0) {
            printf("%d\n", *last);
        }
    }
    return 0;
}
