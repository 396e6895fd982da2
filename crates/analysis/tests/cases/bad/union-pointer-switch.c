// violation: UnionRead
int x;
union { int *p; int i; } u = {&x};
int main(void) { u.i = 3; return *u.p; }
