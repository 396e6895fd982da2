// violation: Unsequenced
struct S { int a, b; } s, t; int f(struct S v, int x) { return v.a + x; }
int main(void) {
    f(s, s.b = 3);
    return 0;
}
