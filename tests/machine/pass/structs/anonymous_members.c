// C11 6.7.2.1p13: members of an anonymous struct or union are members of the containing one
#include <stdio.h>

struct V {
    int kind;
    union {
        struct { int x, y; };
        long l;
        char s[16];
    };
    struct { short a; };
};
int main(void) {
    struct V v = {1, {{2, 3}}, {4}};
    printf("%d %d %d %d\n", v.kind, v.x, v.y, v.a);
    v.x += v.y;
    printf("%d %d\n", v.x, v.y);
    v.l = 1L << 40;
    printf("%ld\n", v.l);
    for (int i = 0; i < 3; i++)
        v.s[i] = (char)('a' + i);
    v.s[3] = 0;
    puts(v.s);
    struct V w = v;
    puts(w.s);
    return 0;
}
