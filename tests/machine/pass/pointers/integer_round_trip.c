// C11 7.20.1.4: a pointer converted to uintptr_t and back compares equal to the original
// choice: pointer-round-trip
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    uintptr_t u = (uintptr_t)(void *)&a[1];
    int *p = (int *)(void *)u;
    printf("%d %d\n", p == a + 1, *p);
    p[1] = 30;
    printf("%d\n", a[2]);
    intptr_t i = (intptr_t)(void *)0;
    printf("%d\n", (void *)i == NULL);
    unsigned long l = (unsigned long)&a[3];
    *(int *)l = 40;
    printf("%d\n", a[3]);
    return 0;
}
