// C11 6.5.1.1, 6.3.1.8: _Generic shows the type of the result of each operator
#include <stdio.h>

#define T(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", \
    unsigned long: "unsigned long", long long: "long long", \
    unsigned long long: "unsigned long long", float: "float", double: "double", default: "other")
int main(void) {
    signed char c = 1;
    unsigned char uc = 1;
    short s = 1;
    unsigned short us = 1;
    _Bool b = 1;
    float f = 1;
    puts(T(c + c));
    puts(T(uc + uc));
    puts(T(us * us));
    puts(T(s << 1L));
    puts(T(-b));
    puts(T(1 + 1u));
    puts(T(1u + 1L));
    puts(T(1ul + 1LL));
    puts(T(1ull + 1l));
    puts(T(f + 1));
    puts(T(f + 1.0));
    puts(T(c < 1ul));
    puts(T(!f));
    puts(T(sizeof c));
    puts(T(us ? c : us));
    puts(T('a'));
    return 0;
}
