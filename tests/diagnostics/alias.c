#include <stdio.h>

int main(void)
{
    float f = 1.0f;
    unsigned *bits = (unsigned *)&f;
    printf("%x\n", *bits);
    return 0;
}
