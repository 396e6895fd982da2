// C11 6.5.16.2p3, 6.5.7p4: <<= doubles an int once too often.
// rule: shift-overflow
// line: 16
// output: 30

#include <stdio.h>

int main(void) {
    int x = 1, n = 0;
    int *p = &x;
    while (n < 30) {
        *p <<= 1;
        n++;
    }
    printf("%d\n", n);
    *p <<= 1;
    printf("%d\n", x);
    return 0;
}
