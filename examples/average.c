/* The bug that slept for years in binary searches: the sum overflows before it is halved. */
#include <stdio.h>

static int average(int a, int b)
{
    return (a + b) / 2;
}

int main(void)
{
    printf("%d\n", average(10, 20));
    printf("%d\n", average(2000000000, 2100000000));
    return 0;
}
