// C11 6.7.6.3p7: the argument for a[static 5] has four elements
// rule: short-array
// line: 13
// output: 10

#include <stdio.h>

static int first(int a[static 5]) {
    return a[0];
}
int main(void) {
    int five[5] = { 10, 2, 3, 4, 5 }, four[4] = { 1, 2, 3, 4 };
    printf("%d\n", first(five)); printf("%d\n", first(four));
    return 0;
}
