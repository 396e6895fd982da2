// C11 6.8.4.2: switch with fall through, default in the middle, nested switches, and no match
#include <stdio.h>

static int f(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    case 2: r += 2; break;
    default: r += 100;
    case 3: r += 3; break;
    case -1: return -1;
    }
    return r;
}
static int g(int a, int b) {
    switch (a) {
    case 0:
        switch (b) {
        case 0: return 1;
        case 1: break;
        default: b = 50;
        }
        b++;
    case 1:
        return b;
    }
    return -5;
}
int main(void) {
    for (int i = -2; i < 5; i++)
        printf("%d ", f(i));
    putchar('\n');
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            printf("%d ", g(a, b));
    putchar('\n');
    return 0;
}
