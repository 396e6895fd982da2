// C11 6.5.3.2p4: Read through a null pointer.
// rule: null-dereference
// line: 13
// output: 3

#include <stdio.h>

int main(void) {
    int x = 3;
    int *p = &x;
    printf("%d\n", *p);
    p = 0;
    printf("%d\n", *p);
    return 0;
}
