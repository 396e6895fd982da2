// C11 7.2.1.1: a false assertion aborts
// exit: abort
#include <assert.h>

static int quot(int a, int b) {
    assert(b != 0);
    return a / b;
}
int main(void) {
    int q = quot(7, 2);
    assert(q == 3);
    q = quot(q, q - 3);
    return q;
}
