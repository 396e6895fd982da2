// C11 6.5.7p3: The shift amount is a negative constant (C99 6.5.7p3 says the same).
// rule: negative-shift
// line: 11
// std: c99
// output: 1

#include <stdio.h>

int main(void) {
    printf("%d\n", 1 << 0);
    printf("%d\n", 1 >> -1);
    return 0;
}
