#include <stdio.h>

int main(void)
{
    printf("%d is fine\n", 1);
    printf("%d is not\n", 1L);
    return 0;
}
