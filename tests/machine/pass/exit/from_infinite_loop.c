// C11 6.8.5p6, 7.22.4.4: exit leaves an endless loop
// exit: 7
#include <stdio.h>
#include <stdlib.h>

static int tick(void) {
    static int n;
    if (++n == 1000) {
        printf("%d\n", n);
        exit(7);
    }
    return 1;
}
int main(void) {
    for (;;)
        while (tick())
            ;
}
