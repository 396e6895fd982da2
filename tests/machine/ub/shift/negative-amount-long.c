// C11 6.5.7p3: The amount has a wider type than the left operand; only its value counts.
// rule: negative-shift
// line: 11
// output: 1

#include <stdio.h>

int main(void) {
    long long amount = 31;
    printf("%u\n", 0x80000000u >> amount);
    printf("%u\n", 0x80000000u >> (amount - 32));
    return 0;
}
