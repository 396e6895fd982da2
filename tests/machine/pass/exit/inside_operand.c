// C11 6.5p3: the program may end inside an operand, as long as every order ends it the same way
// exit: 4
#include <stdio.h>
#include <stdlib.h>

static int level = 1;

static int stop_above(int x, int limit) {
    if (x > limit) {
        printf("stop %d\n", x);
        exit(4);
    }
    return x;
}

static int half(int x) {
    return x / 2;
}

int main(void) {
    int a = 1;
    int sum = stop_above(a, 2) + stop_above(2, 2) * level;
    printf("%d\n", sum);
    sum = half(sum) * level + stop_above(sum, 2);
    printf("not reached %d\n", sum);
    return 0;
}
