#include <stdio.h>

int main(void)
{
    printf("no newline at the end");
    int zero = 0;
    return 1 / zero;
}
