// C11 6.8.6.1: The skipped initialiser is that of an array, one element of which is set afterwards.
// rule: initialiser-skipped
// line: 17
// output: 9

#include <stdio.h>

int main(void) {
    int i = 0;
    if (i == 0) {
        goto set;
    }
    int a[2] = { 1, 2 };
set:
    a[0] = 9;
    for (; i < 2; i++) {
        printf("%d\n", a[i]);
    }
    return 0;
}
