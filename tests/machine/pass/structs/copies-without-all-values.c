// C11 6.2.6.1p6: a struct is never a trap representation: with an address, or in part, it may be copied
int printf(const char *, ...);
struct S {
    int f;
    int g;
};
int main(void) {
    struct S a, b, c, d;
    struct S *p = &a;
    b = *p;
    b = a;
    c.f = 1;
    d = c;
    printf("%d\n", d.f);
    return 0;
}
