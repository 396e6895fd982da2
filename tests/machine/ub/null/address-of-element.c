// C11 6.5.3.2p3: &p[0] is p + 0, which is undefined for a null pointer; &*p is just p.
// rule: null-arithmetic
// line: 11
// output: 1

#include <stdio.h>

int main(void) {
    int *p = 0;
    printf("%d\n", &*p == 0);
    int *q = &p[0];
    printf("%d\n", q == 0);
    return 0;
}
