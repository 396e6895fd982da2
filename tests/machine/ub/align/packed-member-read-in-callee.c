// C11 6.5.3.2p4: The callee cannot know that its argument points into a packed struct.
// TRAPS: csmith 34, 103, 117, 119, 133, 153: pointer to a member of a packed struct
// rule: misaligned
// line: 15
// output: 5

#include <stdio.h>

struct s {
    char tag;
    short v;
} __attribute__((packed));

static int get(const short *p) {
    return *p;
}

int main(void) {
    short fine = 5;
    struct s s = { 'a', 6 };
    printf("%d\n", get(&fine));
    printf("%d\n", get(&s.v));
    return 0;
}
