// C11 6.5.6p8: the array in a structure is as long as it is declared, whatever lies under it
// rule: pointer-arithmetic
// line: 12
#include <stdio.h>

struct container {
    unsigned char data[1];
};
int main(void) {
    unsigned char space[6] = {1, 2, 3, 4, 5, 6};
    struct container *p = (struct container *)space;
    printf("%d\n", p->data[4]);
    return 0;
}
