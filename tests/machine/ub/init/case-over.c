// C11 6.8.4.2: A later case label skips the initialiser of an earlier case.
// rule: initialiser-skipped
// line: 15
// output: 3

#include <stdio.h>

static void show(int kind) {
    switch (kind) {
    case 0:;
        int width = 3;
        printf("%d\n", width);
        break;
    case 1:
        printf("%d\n", width);
        break;
    }
}

int main(void) {
    show(0);
    show(1);
    return 0;
}
