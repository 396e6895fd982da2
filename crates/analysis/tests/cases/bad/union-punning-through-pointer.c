// violation: UnionRead
// punning
union { int a; short b; } u;
short *p = &u.b;
int main(void) { u.a = 1; return *p; }
