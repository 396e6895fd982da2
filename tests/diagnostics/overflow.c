#include <limits.h>

static int next(int n)
{
    return n + 1;
}

int main(void)
{
    return next(INT_MAX) != 0;
}
