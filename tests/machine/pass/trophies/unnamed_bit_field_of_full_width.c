// C11 6.7.9p9: unnamed members take no part in initialisation, whatever their width (tcc initialises one of 32 bits)
// skip: tcc 0.9.27 gives an unnamed bit-field of the full width an initialiser
int printf(const char *, ...);
struct S {
    signed a : 6;
    signed : 32;
    signed b : 4;
};
int main(void) {
    struct S s = {1, 2};
    printf("%d %d\n", s.a, s.b);
    return 0;
}
