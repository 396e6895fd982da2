// C11 6.5p2: One initialiser of a list contains a conflict of its own.
// rule: unsequenced
// line: 11
// output: start

#include <stdio.h>

int main(void) {
    int i = 1;
    puts("start");
    int a[2] = { 0, i-- - --i };
    return a[1];
}
