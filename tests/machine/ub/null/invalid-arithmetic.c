// C11 6.5.6p8: Arithmetic on a pointer made from an integer.
// rule: invalid-pointer
// line: 16
// output: made

#include <stdint.h>
#include <stdio.h>

static char *base(uintptr_t address) {
    return (char *)address;
}

int main(void) {
    char *p = base(256);
    puts("made");
    p = p + 16;
    return 0;
}
