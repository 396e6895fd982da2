// C11 6.8.6.2p2: continue in do-while goes to the condition, in for to the step
#include <stdio.h>

int main(void) {
    int i = 0, tests = 0;
    do {
        if (i++ < 3)
            continue;
        printf("body %d\n", i);
    } while (tests++, i < 5);
    printf("%d %d\n", i, tests);
    int steps = 0;
    for (i = 0; i < 10; i++, steps++) {
        if (i & 1)
            continue;
        i++;
    }
    printf("%d %d\n", i, steps);
    int once = 0;
    do {
        once++;
        continue;
    } while (0);
    printf("%d\n", once);
    do
        once *= 2;
    while (once < 100);
    printf("%d\n", once);
    return 0;
}
