// C11 7.22.4.1: abort ends the program abnormally (nothing is printed: whether streams are flushed is implementation-defined)
// exit: abort
#include <stdlib.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    if (fib(10) != 55)
        return 1;
    if (fib(11) == 89)
        abort();
    return 2;
}
