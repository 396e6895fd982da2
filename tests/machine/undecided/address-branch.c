// C11 6.3.2.3p6: A branch on the alignment of a buffer.
// rule: address-dependent
// line: 10
// output: copy

#include <stdint.h>
#include <stdio.h>

static int copy(char *to, const char *from, int n) {
    if (((uintptr_t)to & 7) == 0) {
        return n / 8;
    }
    return n;
}

int main(void) {
    char a[16], b[16] = "abc";
    puts("copy");
    return copy(a, b, 16);
}
