// C11 6.5.2.2p10: A recursive function numbers its calls; the order of its two recursive calls shows.
// rule: order-dependent
// line: 15
// output: 0

#include <stdio.h>

static int visited;

static int walk(int depth) {
    int me = visited++;
    if (depth == 0) {
        return me;
    }
    return 10 * walk(depth - 1) + walk(depth - 1);
}

int main(void) {
    printf("%d\n", walk(0));
    printf("%d\n", walk(1));
    return 0;
}
