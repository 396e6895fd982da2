// C11 6.5p2: The same array element is reached through different subscripts.
// rule: unsequenced
// line: 11
// output: 2

#include <stdio.h>

static int a[3] = { 0, 1, 2 };

static int mix(int i, int j) {
    return a[i]++ * a[j];
}

int main(void) {
    printf("%d\n", mix(1, 2));
    printf("%d\n", mix(2, 2));
    return 0;
}
