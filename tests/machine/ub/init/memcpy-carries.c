// C11 6.3.2.1p2: memcpy carries the missing value along; reading the copy is undefined.
// rule: uninitialised-read
// line: 14
// output: 1

#include <stdio.h>
#include <string.h>

int main(void) {
    int from[2], to[2] = { 8, 9 };
    from[0] = 1;
    memcpy(to, from, sizeof to);
    printf("%d\n", to[0]);
    printf("%d\n", to[1]);
    return 0;
}
