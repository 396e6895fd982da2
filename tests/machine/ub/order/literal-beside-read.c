// C11 6.5p2: a side effect in a compound literal and a read beside it
// rule: unsequenced
// line: 11
#include <stdio.h>

struct box {
    int a;
};
int main(void) {
    int x = 1;
    int r = (struct box){x++}.a + x;
    printf("%d\n", r);
    return 0;
}
