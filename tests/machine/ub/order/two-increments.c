// C11 6.5p2: Two increments of one variable in one expression.
// rule: unsequenced
// line: 11
// output: 0

#include <stdio.h>

int main(void) {
    int i = 0;
    printf("%d\n", i);
    int sum = i++ + i++;
    printf("%d\n", sum);
    return 0;
}
