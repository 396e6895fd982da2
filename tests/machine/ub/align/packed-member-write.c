// C11 6.3.2.3p7, 6.5.3.2p4: A pointer to a member of a packed struct is misaligned when dereferenced.
// TRAPS: csmith 34, 103, 117, 119, 133, 153: pointer to a member of a packed struct
// rule: misaligned
// line: 19
// output: 1

#include <stdio.h>

struct __attribute__((packed)) s {
    char c;
    int i;
};

int main(void) {
    struct s s = { 1, 2 };
    s.i = 3;
    printf("%d\n", s.c);
    int *p = &s.i;
    *p = 4;
    printf("%d\n", s.i);
    return 0;
}
