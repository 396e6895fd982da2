// C11 6.8.5p5: a compound literal in the condition of a loop is gone after the loop
// rule: indeterminate-pointer
// line: 11
#include <stdio.h>

int main(void) {
    int *p;
    int n = 0;
    while (*(p = &(int){n}) < 3)
        n++;
    printf("%d\n", *p);
    return 0;
}
