// C11 7.24.4p1: only the sign of a comparison is specified, and `< 1` asks for no more than `<= 0`
#include <stdio.h>
#include <string.h>

int main(void)
{
    int less = strcmp("abc", "abd");
    int more = memcmp("b", "a", 1);
    printf("%d %d %d\n", less < 1, more < 1, 1 > less);
    printf("%d %d %d\n", more >= 1, less <= -1, -1 < more);
    printf("%d %d %d\n", less == 5, more != -3, 0 == more);
    return 0;
}
