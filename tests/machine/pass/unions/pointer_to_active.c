// C11 6.5p7: the member last stored may be accessed through a pointer to it
#include <stdio.h>

union U { int i; float f; short s[2]; };
static void seti(int *p, int v) { *p = v; }
static void setf(float *p, float v) { *p = v; }
static int geti(const int *p) { return *p; }
int main(void) {
    union U u;
    u.i = 0;
    seti(&u.i, 7);
    printf("%d %d\n", u.i, geti(&u.i));
    u.f = 0;
    setf(&u.f, 1.5f);
    float *p = &u.f;
    *p *= 2;
    printf("%.1f %.1f\n", u.f, *p);
    u.s[0] = 3;
    u.s[1] = 4;
    short *q = u.s;
    q[1] += q[0];
    printf("%d %d\n", u.s[0], u.s[1]);
    u.i = 9;
    unsigned *v = (unsigned *)&u.i;
    printf("%u\n", *v);
    return 0;
}
