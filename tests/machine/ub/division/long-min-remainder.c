// C11 6.5.5p6: LONG_MIN % -1L through pointers.
// rule: division-overflow
// line: 10
// output: before

#include <limits.h>
#include <stdio.h>

static void reduce(long *x, const long *d) {
    *x = *x % *d;
}

int main(void) {
    long x = LONG_MIN, d = -1;
    puts("before");
    reduce(&x, &d);
    printf("%ld\n", x);
    return 0;
}
