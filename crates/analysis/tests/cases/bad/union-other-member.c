// violation: UnionRead
union { int a; short b; } u;
int main(void) { u.a = 1; return u.b; }
