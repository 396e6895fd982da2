// C11 6.5.7p4: << of a negative long long, on the second iteration.
// rule: shift-of-negative
// line: 13
// std: c17
// output: -3

#include <stdio.h>

int main(void) {
    long long v[2] = { 3, -3 };
    printf("%lld\n", v[1]);
    for (int i = 0; i < 2; i++) {
        v[i] = v[i] + (v[i] << 2) / 4;
    }
    printf("%lld\n", v[1]);
    return 0;
}
