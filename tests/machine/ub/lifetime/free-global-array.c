// C11 7.22.3.3p2: free of an array with static storage duration.
// rule: invalid-free
// line: 14
// output: 0

#include <stdio.h>
#include <stdlib.h>

static int pool[4];

int main(void) {
    free(NULL);
    printf("%d\n", pool[0]);
    free(pool);
    return 0;
}
