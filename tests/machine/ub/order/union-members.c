// C11 6.5p2: Two members of a union are the same storage.
// rule: unsequenced
// line: 17
// output: 1

#include <stdio.h>

union u {
    int i;
    unsigned w;
};

int main(void) {
    union u u;
    u.i = 1;
    printf("%u\n", u.w);
    int sum = u.i++ + (int)u.w;
    printf("%d\n", sum);
    return 0;
}
