// C11 6.7.9p9: unnamed members take no part in initialisation (chibicc expects '}')
int printf(const char *, ...);
struct S {
    signed int : 17;
    int f[2];
};
int main(void) {
    struct S l = {{1, 2}};
    printf("%d\n", l.f[0] + l.f[1]);
    return 0;
}
