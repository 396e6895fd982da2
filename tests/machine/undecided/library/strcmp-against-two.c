// C11 7.24.4p1: the result is negative, zero or positive; whether it is below 2 is unspecified
// rule: unspecified-result
// line: 10
#include <stdio.h>
#include <string.h>

int main(void)
{
    int more = strcmp("b", "a");
    if (more < 2)
        printf("one\n");
    return 0;
}
