// C11 6.5.2.5p5: A compound literal in a block lives only as long as the block.
// rule: indeterminate-pointer
// line: 14
// output: 2

#include <stdio.h>

int main(void) {
    const int *p = NULL;
    if (!p) {
        p = (int[]){ 1, 2, 3 };
        printf("%d\n", p[1]);
    }
    printf("%d\n", p[1]);
    return 0;
}
