// violation: UnionRead
union { int a; short b; } u[3];
int main(void) { u[0].b = 1; return u[1].a; }
