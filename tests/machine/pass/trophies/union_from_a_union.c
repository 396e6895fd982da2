// C11 6.7.9p13: a union can be initialised with another one (chibicc stores the other's address)
int printf(const char *, ...);
union U {
    int f;
};
int main(void) {
    union U a = {1};
    union U b = a;
    printf("%d\n", b.f);
    return 0;
}
