// C11 6.3.2.3p5: A pointer made from an integer designates no object.
// rule: invalid-pointer
// line: 11
// output: reading

#include <stdio.h>

int main(void) {
    int *p = (int *)4096;
    puts("reading");
    printf("%d\n", *p);
    return 0;
}
