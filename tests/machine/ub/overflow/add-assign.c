// C11 6.5.16.2p3, 6.5p5: += on int overflows on a late iteration.
// TRAPS: compound assignment on narrow types converts back, on int it overflows
// rule: signed-overflow
// line: 13
// output: 2000000000

#include <stdio.h>

int main(void) {
    int steps[] = { 500000000, 1500000000, 100000000, 47483647, 1 };
    int sum = 0;
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        sum += steps[i];
        if (i == 1) {
            printf("%d\n", sum);
        }
    }
    return sum != 0;
}
