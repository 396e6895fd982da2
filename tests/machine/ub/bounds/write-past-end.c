// C11 6.5.6p8: Write one past the end of a global array through a pointer in a callee.
// rule: pointer-arithmetic
// line: 12
// output: filling

#include <stdio.h>

static short table[4];

static void fill(short *p, int n) {
    for (int i = 0; i < n; i++) {
        *p++ = (short)i;
    }
}

int main(void) {
    puts("filling");
    fill(table, 5);
    return table[0];
}
