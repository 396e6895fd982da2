// C11 6.5.15p5: both arms of ?: are brought to their common type whichever is chosen
// choice: type-size
#include <stdio.h>

int main(void) {
    int t = 1;
    printf("%zu\n", sizeof(t ? 1 : 1L));
    printf("%zu\n", sizeof(t ? (char)1 : (char)2));
    printf("%d\n", (t ? -1 : 1u) > 0);
    printf("%ld\n", t ? -1 : 1L);
    printf("%.1f\n", t ? 1 : 2.5);
    unsigned char c = 255;
    signed char s = -1;
    printf("%d\n", (t ? s : c) == -1);
    printf("%lu\n", (unsigned long)(t ? -1 : 0u));
    printf("%lu\n", (unsigned long)(t ? -1 : 0));
    int x = 3;
    void *v = t ? (void *)&x : (int *)0;
    int *p = t ? &x : 0;
    printf("%d %d\n", v == p, *p);
    return 0;
}
