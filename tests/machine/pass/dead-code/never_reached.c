// C11 3.4.3: behaviour that is undefined when executed is harmless in code that the run never reaches
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int never(int *p) {
    int u;
    int a[2] = {1, 2};
    return *p / 0 + a[5] + u + (1 << 40) + (u = u++);
}
int main(void) {
    int x = 1, zero = 0, *null = 0;
    if (x == 2)
        never(null);
    if (x == 3) {
        *null = 5;
        x = INT_MAX + x;
    }
    x = x ? x + 1 : x / zero;
    printf("%d\n", x);
    zero && (*null = 1);
    while (zero)
        x = x << 77;
    switch (x) {
    case 99: x = -1 << 3;
    }
    return 0;
    free(&x);
}
