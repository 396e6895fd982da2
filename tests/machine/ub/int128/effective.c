// C11 6.5p7: two longs are read as one __int128
// rule: effective-type
// line: 9

#include <stdlib.h>
int main(void) {
    long *p = malloc(16);
    p[0] = 1, p[1] = 2;
    return *(__int128 *)p == 1;
}
