// C11 6.5.2.2p10: The calls return structs; the conflict is over a member that one of them reads.
// rule: order-dependent
// line: 26
// output: 1

#include <stdio.h>

struct v {
    int x, y;
};

static struct v origin = { 1, 1 };

static struct v move(int by) {
    struct v r = origin;
    origin.x += by;
    return r;
}

static struct v where(void) {
    return origin;
}

int main(void) {
    printf("%d\n", where().x);
    printf("%d\n", move(2).y + where().x);
    return 0;
}
