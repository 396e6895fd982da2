// C11 6.7.9p11, 6.3.1.4p1, 6.7.2.1p10: an initialiser converts as an assignment does.
// rule: float-to-int
// line: 15
// output: 3

#include <stdio.h>

struct s {
    unsigned v : 2;
};

int main(void) {
    struct s s = { 3.75f };
    printf("%d\n", s.v);
    struct s t = { 4.0f };
    printf("%d\n", t.v);
    return 0;
}
