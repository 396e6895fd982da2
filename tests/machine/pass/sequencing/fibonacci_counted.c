// C11 6.5.2.2p10: a recursive function that counts its calls is as quick to judge as to run

#include <stdio.h>

static int calls;

static int fib(int n) {
    calls++;
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
    int f = fib(18);
    printf("%d %d\n", f, calls);
    return 0;
}
