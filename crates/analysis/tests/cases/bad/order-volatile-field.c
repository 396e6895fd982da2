// violation: Unsequenced
struct S { volatile int f; } s; struct S *p = &s; volatile int v; int x;
int main(void) {
    x = p->f + v;
    return 0;
}
