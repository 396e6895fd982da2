// violation: UnionRead
union { int a; struct { int x, y; } s; } u;
int main(void) { u.s.x = 1; return u.s.x; }
