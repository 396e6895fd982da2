// C11 6.2.6.1p4: which of two pointers has the smaller bytes depends on where the objects lie
// rule: address-dependent
// line: 9
#include <stdio.h>
#include <string.h>
int main(void) {
    int a[2];
    int *p = a, *q = a + 1;
    printf("%d\n", memcmp(&p, &q, sizeof p) < 0);
    return 0;
}
