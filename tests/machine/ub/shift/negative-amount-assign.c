// C11 6.5.16.2p3, 6.5.7p3: <<= by a negative signed char on a 64-bit object.
// rule: negative-shift
// line: 14
// output: 2

#include <stdio.h>

struct s {
    signed char by;
    unsigned long long bits;
};

static void apply(struct s *s) {
    s->bits <<= s->by;
}

int main(void) {
    struct s s = { 1, 1 };
    apply(&s);
    printf("%llu\n", s.bits);
    s.by = -s.by;
    apply(&s);
    printf("%llu\n", s.bits);
    return 0;
}
