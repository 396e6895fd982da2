// violation: Unsequenced
struct S { int f; } s, t, *p = &s; int g(void) { p = &t; return 1; }
int main(void) {
    p->f = g();
    return 0;
}
