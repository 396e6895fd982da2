// C11 6.7.2.1p12: an unnamed bit-field of width 0 has no name to look for (chibicc's cc1 crashes)
int printf(const char *, ...);
struct S {
    int : 0;
    int x;
};
int main(void) {
    struct S s = {3};
    printf("%d\n", s.x);
    return 0;
}
