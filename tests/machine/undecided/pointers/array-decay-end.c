// C11 6.5.9p6: An array decays to a pointer that is compared with the end of another array.
// TRAPS: string/array decay, one-past-the-end pointers compared with the address of another object
// rule: unspecified-equality
// line: 12
// output: 3

#include <stdio.h>

static int a[2] = { 1, 2 }, b[2] = { 3, 4 };

static int adjacent(const int *end, const int *begin) {
    return end != begin;
}

int main(void) {
    printf("%d\n", *b);
    printf("%d\n", adjacent(a + 2, b));
    return 0;
}
