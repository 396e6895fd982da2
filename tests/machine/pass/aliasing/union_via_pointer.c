// C11 6.5.2.3: a union reached through a pointer to the union may be punned as well
// choice: union-punning
#include <stdint.h>
#include <stdio.h>

union U { uint32_t u; float f; uint8_t b[4]; };
static uint32_t pun(union U *p, float f) {
    p->f = f;
    return p->u;
}
static void flip(union U *p) { p->u ^= 0x80000000u; }
int main(void) {
    union U a[2], *p = a;
    printf("%lx\n", (unsigned long)pun(p, 2.0f));
    flip(p);
    printf("%g %d\n", p->f, p->b[3]);
    p[1] = p[0];
    p[1].b[3] = 0x3f;
    p[1].b[2] = 0x80;
    printf("%g %lx\n", (p + 1)->f, (unsigned long)a[1].u);
    struct { int n; union U v; } s = {1, {.f = 0.5f}}, *q = &s;
    printf("%lx\n", (unsigned long)q->v.u);
    return 0;
}
