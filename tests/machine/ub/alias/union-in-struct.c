// C11 6.5p7: The union is a member of an array of structs; the pointer was taken before the member in force changed.
// TRAPS: csmith 46, 102: two pointers to different members of one union break the aliasing rules
// rule: union-member
// line: 22
// output: 5

#include <stdio.h>

struct value {
    char tag;
    union {
        int i;
        float f;
    } as;
};

int main(void) {
    struct value v[2] = { { 'i', { 4 } }, { 'i', { 5 } } };
    int *p = &v[1].as.i;
    printf("%d\n", *p);
    v[1].as.f = 0.5f;
    *p += 1;
    printf("%d\n", v[1].as.i);
    return 0;
}
