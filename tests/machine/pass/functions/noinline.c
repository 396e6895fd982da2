// gcc 6.33.1: the attribute noinline changes nothing but how calls are compiled, wherever it stands
#include <stdio.h>

static int calls;
__attribute__((noinline)) static int twice(int x) {
    calls++;
    return 2 * x;
}
static int later(int) __attribute__((__noinline__));
int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += twice(i);
    }
    printf("%d %d\n", sum, later(calls));
    return 0;
}
static int later(int x) { return x + 1; }
