// violation: UnionRead
// punning
union { int a; short b; } u;
int main(void) { u.b = 1; return u.a; }
