// C11 6.8.5: every kind of loop, with break and continue at several depths
#include <stdio.h>

int main(void) {
    int n = 0;
    for (;;) {
        if (++n == 3)
            continue;
        if (n > 5)
            break;
        printf("%d ", n);
    }
    putchar('\n');
    int i = 5;
    while (i --> 0) {
        if (i % 2)
            continue;
        printf("%d ", i);
    }
    putchar('\n');
    do {
        i++;
        if (i == 2)
            continue;
        printf("%d ", i);
    } while (i < 4);
    putchar('\n');
    for (int a = 0, b = 10; a < b; a++, b -= 2)
        printf("%d,%d ", a, b);
    putchar('\n');
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            if (c > r)
                break;
            if (c == 1)
                continue;
            printf("%d%d ", r, c);
        }
    do ; while (i++ < 6);
    while (0)
        puts("never");
    for (; 0;)
        puts("never");
    printf("%d\n", i);
    return 0;
}
