// C11 6.5.6p8: Even null + 0 is undefined in C.
// rule: null-arithmetic
// line: 9
// output: 0

#include <stdio.h>

static int total(const int *first, int n) {
    const int *end = first + n;
    int sum = 0;
    while (first != end) {
        sum += *first++;
    }
    return sum;
}

int main(void) {
    int one[1] = { 0 };
    printf("%d\n", total(one, 1));
    printf("%d\n", total(0, 0));
    return 0;
}
