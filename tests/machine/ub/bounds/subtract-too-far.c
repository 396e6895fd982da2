// C11 6.5.6p8: Subtracting from the end pointer goes before the begin.
// rule: pointer-arithmetic
// line: 9
// output: 1

#include <stdio.h>

static const short *back(const short *end, int n) {
    return end - n;
}

int main(void) {
    static const short a[4] = { 1, 2, 3, 4 };
    printf("%d\n", *back(a + 4, 4));
    return back(a + 4, 5) == a;
}
