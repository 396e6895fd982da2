// C11 6.5.2.5p7, 6.7.3p6: A compound literal of const type is not to be modified.
// rule: const-write
// line: 12
// output: 2

#include <stdio.h>

int main(void) {
    const int *p = (const int[2]){ 1, 2 };
    printf("%d\n", p[1]);
    int *q = (int *)p;
    q[1] = 3;
    return 0;
}
