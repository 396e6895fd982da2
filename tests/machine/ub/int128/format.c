// C11 7.21.6.1p9: no conversion of printf takes an __int128
// rule: format-mismatch
// line: 7

#include <stdio.h>
int main(void) {
    printf("%lld\n", (__int128)1);
    return 0;
}
