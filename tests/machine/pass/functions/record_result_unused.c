// C11 6.9.1p12: a function may end without returning its structure if nobody uses the value
#include <stdio.h>

struct pair {
    int a, b;
};

static struct pair perhaps(int give) {
    struct pair p = {1, 2};
    printf("perhaps %d\n", give);
    if (give)
        return p;
}

int main(void) {
    perhaps(0);
    (void)perhaps(0);
    perhaps(0), printf("%d\n", perhaps(1).b);
    return 0;
}
