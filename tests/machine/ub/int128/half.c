// C11 6.3.2.1p2: only half of an __int128 was written
// rule: uninitialised-read
// line: 10

#include <string.h>

int main(void) {
    __int128 x;
    memset(&x, 0, 8);
    return x == 1;
}
