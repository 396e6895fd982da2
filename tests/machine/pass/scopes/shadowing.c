// C11 6.2.1p4: an inner declaration hides the outer one until its block ends
#include <stdio.h>

int x = 1;
static int get(void) { return x; }
static int param(int x) {
    {
        int x = 50;
        x++;
    }
    return x;
}
int main(void) {
    printf("%d ", x);
    int x = 2;
    printf("%d ", x);
    {
        extern int x;
        printf("%d ", x);
        x = 10;
        {
            int x = 3;
            printf("%d ", x);
        }
    }
    printf("%d %d %d\n", x, get(), param(7));
    for (int x = 0; x < 2; x++) {
        int x = 9;
        printf("%d ", x);
    }
    struct x { int x; } y = {x};
    printf("%d\n", y.x);
    return 0;
}
