// violation: Unsequenced
int f(int a) { return a; }
int g(int a) { return a + 1; }
int (*p)(int) = f;
int change(void) { p = g; return 1; }
int main(void) { return p(change()); }
