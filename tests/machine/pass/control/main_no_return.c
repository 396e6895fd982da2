// C11 5.1.2.2.3: reaching the end of main returns 0
#include <stdio.h>

static int helper(int x) {
    if (x > 0)
        return 1;
    /* no value: fine as long as the caller does not use one */
}
int main(void) {
    printf("%d\n", helper(3));
    helper(-3);
    puts("end");
}
