#include <stdio.h>

int main(void)
{
    int *p;
    {
        int inner = 1;
        p = &inner;
        printf("%d\n", *p);
    }
    printf("%d\n", *p);
    return 0;
}
