// C11 6.5.7p3: The right operand does not widen the left one: an int is shifted by 32ull.
// rule: shift-too-far
// line: 11
// output: 4294967296

#include <stdio.h>

int main(void) {
    unsigned long long n = 32;
    printf("%llu\n", 1ull << n);
    printf("%llu\n", (unsigned long long)(1 << n));
    return 0;
}
