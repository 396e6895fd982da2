// C11 6.5.7p3: The amount of a right shift becomes negative on a late iteration.
// rule: negative-shift
// line: 13
// output: 1
// output: 2
// output: 4

#include <stdio.h>

int main(void) {
    unsigned x = 4;
    for (int n = 2; n >= -1; n--) {
        unsigned y = x >> n;
        printf("%u\n", y);
    }
    return 0;
}
