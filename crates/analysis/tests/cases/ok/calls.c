struct S { int *p; int n; };
int x, y;
void set(int **p, int *to) { *p = to; }
struct S make(int *p) { struct S s = {p, 3}; return s; }
int main(void) {
    int *a = 0;
    int *b = 0;
    struct S s;
    set(&a, &x);
    set(&b, &y);
    s = make(a);
    return *a + *b + *s.p + *make(b).p;
}
