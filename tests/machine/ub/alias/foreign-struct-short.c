// C11 6.3.2.1p1: a structure that is larger than the object is not there
// rule: out-of-bounds
// line: 12
#include <stdio.h>

struct pair {
    int first, second;
};
int main(void) {
    int x = 5;
    struct pair *p = (struct pair *)&x;
    printf("%d\n", p->first);
    return 0;
}
