// C11 6.7.9p17: a union is initialised by its first named member unless designated; static ones start as zero
#include <stdio.h>

union U { char c; int i; double d; };
static union U z;
static union U arr[] = {{'a'}, {.i = 1000}, {.d = 2.5}};
int main(void) {
    union U a = {'x'}, b = {.d = 1.25}, c = {.i = 5};
    printf("%d\n", z.c);
    printf("%c %.2f %d\n", a.c, b.d, c.i);
    printf("%c %d %.1f\n", arr[0].c, arr[1].i, arr[2].d);
    union { struct { int a, b; } s; int k[2]; } w = {{1, 2}};
    printf("%d %d\n", w.k[0], w.k[1]);
    static union { int first; long second; } st = {.second = 1L << 33};
    printf("%ld\n", st.second);
    union U l = (union U){.i = 44};
    printf("%d\n", l.i);
    return 0;
}
