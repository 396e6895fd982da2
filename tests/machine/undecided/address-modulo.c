// C11 6.3.2.3p6: The low bits of an address are printed.
// rule: address-dependent
// line: 13
// output: 2

#include <stdint.h>
#include <stdio.h>

static char buf[32];

int main(void) {
    printf("%d\n", (int)sizeof buf / 16);
    printf("%u\n", (unsigned)((uintptr_t)buf % 16));
    return 0;
}
