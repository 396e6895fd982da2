// C11 6.2.4p8: the array in the value of a call must not be modified
// rule: temporary-write
// line: 14
#include <stdio.h>

struct s {
    int a[2];
};
static struct s f(void) {
    struct s s = {{1, 2}};
    return s;
}
int main(void) {
    f().a[0] = 3;
    printf("done\n");
    return 0;
}
