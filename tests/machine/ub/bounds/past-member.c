// C11 6.5.6p7: One past a scalar member is not the next member.
// rule: out-of-bounds
// line: 17
// output: 2

#include <stdio.h>

struct pair {
    int a;
    int b;
};

int main(void) {
    struct pair pair = { 1, 2 };
    int *p = &pair.a + 1;
    printf("%d\n", pair.b);
    printf("%d\n", *p);
    return 0;
}
