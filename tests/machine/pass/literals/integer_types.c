// C11 6.4.4.1p5: the type of an integer constant is the first of its list that can hold it
#include <stdio.h>

#define T(e) _Generic((e), int: "i", unsigned: "u", long: "l", unsigned long: "ul", \
    long long: "ll", unsigned long long: "ull")
int main(void) {
    printf("%s %s\n", T(2147483647), T(2147483648));
    printf("%s %s\n", T(0x7fffffff), T(0x80000000));
    printf("%s %s\n", T(0xffffffff), T(0x100000000));
    printf("%s %s\n", T(4294967295), T(4294967295u));
    printf("%s %s\n", T(4294967296u), T(1l));
    printf("%s %s\n", T(0x7fffffffffffffff), T(0x8000000000000000));
    printf("%s %s %s\n", T(1LL), T(1uLL), T(0x8000000000000000LL));
    printf("%s %s\n", T(017777777777), T(037777777777));
    printf("%s %s\n", T(-2147483648), T(-2147483647 - 1));
    return 0;
}
