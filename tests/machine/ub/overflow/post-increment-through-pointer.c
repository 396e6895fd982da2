// C11 6.5p5: Postfix ++ through a pointer on an int that holds INT_MAX.
// rule: signed-overflow
// line: 10
// output: 2147483647

#include <limits.h>
#include <stdio.h>

static int take(int *counter) {
    return (*counter)++;
}

int main(void) {
    int n = INT_MAX - 1;
    take(&n);
    printf("%d\n", n);
    take(&n);
    return 0;
}
