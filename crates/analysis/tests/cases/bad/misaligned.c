// violation: Misaligned
struct __attribute__((packed)) S { char c; int i; } s;
int main(void) { int *p = &s.i; return *p; }
