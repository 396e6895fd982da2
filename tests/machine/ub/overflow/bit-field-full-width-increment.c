// C11 6.5p5: ++ on a signed bit-field as wide as int overflows like int.
// rule: signed-overflow
// line: 16
// output: 2147483647

#include <stdio.h>

struct s {
    signed int v : 32;
};

int main(void) {
    struct s s = { 2147483646 };
    s.v++;
    printf("%d\n", s.v);
    s.v++;
    printf("%d\n", s.v);
    return 0;
}
