// C11 6.2.5, 6.7.9: long double in arrays, structs, unions, parameters, returns and printf.
// choice: type-size
// choice: union-punning
#include <float.h>
#include <stdio.h>
#include <string.h>

struct pair { char c; long double x; float f; };
union view { long double x; unsigned long half; };

static long double table[3] = { 1, 2.5L }, zero, *at = table + 1;
static const long double sum = 1.5L + 2 * 3.0f;

static long double twice(long double x) { long double *p = &x; *p *= 2; return x; }

static struct pair swap(struct pair p, long double *q) {
    long double t = p.x;
    p.x = *q, *q = t;
    return p;
}

int main(void) {
    long double y = 4, copy;
    struct pair pair = swap((struct pair){ 'a', 2.25L, 1 }, &y);
    union view view;
    volatile long double v = 7;
    printf("%Lf %Lf %Lf %.3Lf %Le %Lg\n", table[1], table[2], *at, sum, zero, twice(3));
    printf("%Lf %Lf %c %10.2Lf|%-8Lg|\n", pair.x, y, pair.c, pair.x, y);
    memcpy(&copy, &table[1], sizeof copy);
    view.x = 1 + 0x1p-23L;
    printf("%d %lx\n", copy == 2.5L, view.half);
    v += 0.5, v++;
    printf("%Lf %d %d\n", v, (int)sizeof(struct pair), (int)_Alignof(long double));
    printf("%d %d %d\n", LDBL_MANT_DIG, LDBL_MAX > DBL_MAX, LDBL_MIN < DBL_MIN);
    printf("%d\n", (double)LDBL_EPSILON == 0x1p-63);
    return 0;
}
