// C11 6.5p2: A whole struct is read as an argument while another argument modifies its member.
// rule: unsequenced
// line: 19
// output: 3

#include <stdio.h>

struct s {
    int a, b;
};

static int add(struct s s, int n) {
    return s.a + s.b + n;
}

int main(void) {
    struct s s = { 1, 2 };
    printf("%d\n", add(s, 0));
    printf("%d\n", add(s, s.b++));
    return 0;
}
