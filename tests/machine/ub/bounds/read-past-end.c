// C11 6.5.6p8: a[3] of an array of three is the element one past the end.
// rule: out-of-bounds
// line: 12
// output: 6

#include <stdio.h>

int main(void) {
    int a[3] = { 1, 2, 3 };
    int sum = 0;
    for (int i = 0; i <= 3; i++) {
        sum += a[i];
        if (i == 2) {
            printf("%d\n", sum);
        }
    }
    return 0;
}
