// C11 6.5.2.3p4: ++ on a bit-field through a null pointer.
// rule: null-dereference
// line: 16
// output: 1

#include <stdio.h>

struct s {
    unsigned f : 5;
};

int main(void) {
    struct s s = { 0 };
    struct s *ps[2] = { &s };
    for (int i = 0; i < 2; i++) {
        ps[i]->f++;
        printf("%d\n", (int)s.f);
    }
    return 0;
}
