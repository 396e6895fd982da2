// C11 6.5.2.3p4: A pointer to an ordinary struct that lies inside a packed one.
// TRAPS: csmith 34, 103, 117, 119, 133, 153: pointer to a member of a packed struct
// rule: misaligned
// line: 22
// output: 9

#include <stdio.h>

struct inner {
    int a, b;
};

struct __attribute__((packed)) outer {
    char c;
    struct inner in;
};

int main(void) {
    struct outer o = { 0, { 8, 9 } };
    printf("%d\n", o.in.b);
    struct inner *p = &o.in;
    p->b++;
    printf("%d\n", o.in.b);
    return 0;
}
