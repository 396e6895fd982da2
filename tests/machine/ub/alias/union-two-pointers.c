// C11 6.5p7: Two pointers to different members of one union.
// TRAPS: csmith 46, 102: two pointers to different members of one union break the aliasing rules
// rule: union-member
// line: 20
// output: 1

#include <stdio.h>

union u {
    int i;
    float f;
};

int main(void) {
    union u u;
    int *pi = &u.i;
    float *pf = &u.f;
    *pi = 1;
    printf("%d\n", *pi);
    printf("%d\n", *pf > 1);
    return 0;
}
