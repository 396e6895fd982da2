// violation: Overlap
// punning
union { int a; short b; } u;
int main(void) { u.a = 1; u.a = u.b; return 0; }
