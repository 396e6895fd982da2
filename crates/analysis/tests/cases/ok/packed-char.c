struct __attribute__((packed)) S { int i; char c; char a[3]; } s;
int main(void) { char *p = &s.c; p = s.a; s.i = 1; return *p; }
