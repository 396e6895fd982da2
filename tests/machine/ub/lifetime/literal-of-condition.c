// C11 6.8.4p3: a compound literal in the condition of an if is gone after the statement
// rule: indeterminate-pointer
// line: 11
// output: 7
#include <stdio.h>

int main(void) {
    int *p;
    if ((p = &(int){7}))
        printf("%d\n", *p);
    printf("%d\n", *p);
    return 0;
}
