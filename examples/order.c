/* No sanitizer sees this one: the order of the two calls is unspecified, and it shows. */
#include <stdio.h>

static int counter = 0;

static int next(void)
{
    return ++counter;
}

int main(void)
{
    int sum = next() + next();
    printf("%d\n", sum);
    int difference = next() - next();
    printf("%d\n", difference);
    return 0;
}
