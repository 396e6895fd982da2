// C11 6.5p7: a declared structure, accessed as a member of another one
// line: 14
#include <stdio.h>

struct declared {
    int x;
};
struct other {
    int y;
};
int main(void) {
    struct declared d = {3};
    struct other *o = (struct other *)&d;
    printf("%d\n", o->y);
    return 0;
}
