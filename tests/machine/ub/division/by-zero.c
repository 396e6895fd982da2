// C11 6.5.5p5: Division by zero.
// rule: division-by-zero
// line: 12
// output: 10
// output: 5

#include <stdio.h>

int main(void) {
    int d[] = { 1, 2, 0 };
    for (int i = 0; i < 3; i++) {
        printf("%d\n", 10 / d[i]);
    }
    return 0;
}
