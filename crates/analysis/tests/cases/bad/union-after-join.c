// violation: UnionRead
union { int a; short b; } u;
int x;
int main(void) { if (x) u.b = 1; return u.a; }
