struct S { int x, y; } s;
union { int a; struct S s; } u;
int main(void) { u.s = s; u.s.x = 1; return u.s.y; }
