// C11 6.3.2.3p6, 6.2.8: the low bits of an address are zero as far as the object is aligned
// choice: pointer-round-trip
#include <stdint.h>
#include <stdio.h>

int main(void) {
    long a[2] = {1, 2};
    char *bytes = (char *)a;
    printf("%d\n", ((uintptr_t)a & 3) == 0);
    printf("%d\n", (int)((uintptr_t)(bytes + 5) & 7));
    printf("%d\n", (uintptr_t)a ? 1 : 0);
    return 0;
}
