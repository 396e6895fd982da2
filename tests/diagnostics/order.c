#include <stdio.h>

static int state = 1;

static int twice(void) { return state *= 2; }
static int plus(void) { return state += 3; }

int main(void)
{
    printf("%d\n", state);
    printf("%d\n", twice() - plus());
    return 0;
}
