// C11 6.2.4p6: a variable of a block is a new object each time the block is entered
#include <stdio.h>

int main(void) {
    int *keep = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        int v = i;
        int *p = &v;
        *p += 10;
        sum += v;
        keep = &sum;
    }
    printf("%d %d\n", sum, *keep);
    int n = 0;
    while (n < 3) {
        int fresh;
        if (n == 0)
            fresh = 5;
        else
            fresh = n;
        sum += fresh;
        n++;
    }
    printf("%d\n", sum);
    {
        int a = 1;
        keep = &a;
        *keep += 1;
        printf("%d\n", a);
    }
    keep = &n;
    printf("%d\n", *keep);
    return 0;
}
