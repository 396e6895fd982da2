// C11 6.5p5: The sum of two ints does not fit int.
// rule: signed-overflow
// line: 12
// output: adding

#include <limits.h>
#include <stdio.h>

int main(void) {
    int a = INT_MAX, b = 1;
    puts("adding");
    int c = a + b;
    printf("%d\n", c);
    return 0;
}
