// C11 6.5.16.2p3, 6.5p5: 13! does not fit int.
// rule: signed-overflow
// line: 11
// output: 12 479001600

#include <stdio.h>

int main(void) {
    int f = 1;
    for (int i = 1; i <= 13; i++) {
        f *= i;
        if (i == 12) {
            printf("%d %d\n", i, f);
        }
    }
    printf("%d\n", f);
    return 0;
}
