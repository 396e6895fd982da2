// C11 6.5.7p3: A signed bit-field of 3 bits cannot hold 4: the amount is -4.
// rule: negative-shift
// line: 16
// output: 12

#include <stdio.h>

struct s {
    signed amount : 3;
};

int main(void) {
    struct s s = { 2 };
    printf("%d\n", 3 << s.amount);
    s.amount *= 2;
    printf("%d\n", 3 << s.amount);
    return 0;
}
