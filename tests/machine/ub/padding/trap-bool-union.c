// C11 6.2.6.1p5: A byte of 2 is read through the _Bool member of a union.
// rule: trap-representation
// line: 16
// output: 1

#include <stdio.h>

union u {
    unsigned char c;
    _Bool b;
};

int main(void) {
    union u u;
    for (u.c = 1; u.c < 3; u.c++) {
        int on = !u.b;
        printf("%d\n", on + 1);
    }
    return 0;
}
