// C11 6.8.6.1: += on a struct member whose initialiser was jumped over.
// rule: initialiser-skipped
// line: 24
// output: 1
// output: 2

#include <stdio.h>

struct s {
    int n;
};

int main(void) {
    int round = 0;
next:
    round++;
    printf("%d\n", round);
    if (round == 2) {
        goto late;
    }
    {
        struct s s = { 100 };
    late:
        s.n += round;
        if (s.n > 100) {
            goto next;
        }
    }
    return 0;
}
