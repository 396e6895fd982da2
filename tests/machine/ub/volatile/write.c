// C11 6.7.3p6: A volatile global is written by a callee that takes a plain pointer.
// rule: volatile-access
// line: 12
// output: 0

#include <stdio.h>

static volatile long v;
static long plain;

static void set(long *p, long x) {
    *p = x;
}

int main(void) {
    set(&plain, 1);
    printf("%ld\n", v);
    set((long *)&v, 1);
    return 0;
}
