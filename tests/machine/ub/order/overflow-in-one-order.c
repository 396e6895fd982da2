// C11 6.5p5, 6.5.2.2p10: the sum is the same in both orders, and one of them overflows on the way
// rule: signed-overflow
// line: 12
// output: start

#include <limits.h>
#include <stdio.h>

static int x = INT_MAX - 3;

static int up(void) {
    x += 5;
    return 1;
}
static int down(void) {
    x -= 5;
    return 1;
}

int main(void) {
    puts("start");
    int both = down() + up();
    printf("%d %d\n", both, x == INT_MAX - 3);
    return 0;
}
