// C11 6.3.2.1p2: A pointer without value is read to be dereferenced.
// rule: uninitialised-read
// line: 13
// output: 5

#include <stdio.h>

int main(void) {
    int x = 5;
    int *p[2];
    p[0] = &x;
    for (int i = 0; i < 2; i++) {
        printf("%d\n", *p[i]);
    }
    return 0;
}
