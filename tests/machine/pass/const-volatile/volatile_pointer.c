// C11 6.5.16.1p1: a volatile lvalue may access an object that is not volatile; the pointer itself may be volatile
#include <stdio.h>

static int plain = 3;
static int *volatile vp = &plain;
static volatile int vol = 4;
int main(void) {
    volatile int *a = &plain;
    *a = 10;
    printf("%d\n", plain);
    *vp += 1;
    printf("%d\n", plain);
    int other = 50;
    vp = &other;
    int r = *vp;
    printf("%d\n", r);
    const volatile int *c = &vol;
    vol = 6;
    r = *c;
    printf("%d\n", r);
    volatile int *volatile *pp = &(volatile int *volatile){&vol};
    **pp = 8;
    r = vol;
    printf("%d\n", r);
    struct V { int x; } ;
    volatile struct V s = {1};
    s.x = 2;
    r = s.x;
    printf("%d\n", r);
    return 0;
}
