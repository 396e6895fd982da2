// C11 6.3.2.1p3: an array with the storage class register must not become a pointer, as in a[1]
// rule: register-array
// line: 8
#include <stdio.h>

int main(void) {
    register int a[2] = {1, 2};
    printf("%d\n", a[1]);
    return 0;
}
