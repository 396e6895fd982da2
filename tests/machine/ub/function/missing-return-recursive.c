// C11 6.9.1p12: The recursive call's value is not returned, and the caller uses it.
// rule: missing-return-value
// line: 18
// output: 10

#include <stdio.h>

static int search(int n) {
    if (n % 5 == 0) {
        return n;
    }
    search(n + 1);
}

int main(void) {
    int r = search(10);
    printf("%d\n", r);
    r = search(8);
    printf("%d\n", r);
    return 0;
}
