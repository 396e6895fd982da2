// C11 6.2.4p2: A global pointer still holds the address of a local variable of a finished call.
// rule: indeterminate-pointer
// line: 18
// output: 4

#include <stdio.h>

static int *kept;

static void keep(int n) {
    int local = n;
    kept = &local;
    printf("%d\n", *kept);
}

int main(void) {
    keep(4);
    if (kept) {
        puts("kept");
    }
    return 0;
}
