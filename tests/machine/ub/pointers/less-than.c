// C11 6.5.8p5: < on pointers to different objects.
// rule: pointer-comparison
// line: 11
// output: 1

#include <stdio.h>

int main(void) {
    int a = 1, b = 2;
    printf("%d\n", &a != &b);
    printf("%d\n", &a < &b);
    return 0;
}
