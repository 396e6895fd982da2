// C11 6.5p2, 6.8p4: the initialiser of a compound literal is no full expression
// rule: unsequenced
// line: 11
#include <stdio.h>

struct box {
    int a;
};
int main(void) {
    int x = 3;
    x = (struct box){x++}.a;
    printf("%d\n", x);
    return 0;
}
