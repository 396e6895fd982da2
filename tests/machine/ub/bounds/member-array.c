// C11 6.5.6p8: The element one past a member array overlaps the next member.
// rule: out-of-bounds
// line: 17
// output: 9

#include <stdio.h>

struct s {
    int a[2];
    int b;
};

int main(void) {
    struct s s = { { 1, 2 }, 9 };
    int i = 2;
    printf("%d\n", s.b);
    printf("%d\n", s.a[i]);
    return 0;
}
