// C11 6.5.3.2p4: The elements of an array of packed structs lie at odd offsets.
// TRAPS: csmith 34, 103, 117, 119, 133, 153: pointer to a member of a packed struct
// rule: misaligned
// line: 18
// output: 2

#include <stdio.h>

struct __attribute__((packed)) s {
    int i;
    char c;
};

int main(void) {
    static struct s a[2] = { { 1, 'a' }, { 2, 'b' } };
    printf("%d\n", a[1].i);
    int *p = &a[1].i;
    printf("%d\n", *p);
    return 0;
}
