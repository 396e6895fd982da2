// C11 6.7.3p6: An object defined const is modified through a pointer whose const was cast away.
// rule: const-write
// line: 12
// output: 1

#include <stdio.h>

int main(void) {
    const int c = 1;
    int *p = (int *)&c;
    printf("%d\n", *p);
    *p = 2;
    printf("%d\n", c);
    return 0;
}
