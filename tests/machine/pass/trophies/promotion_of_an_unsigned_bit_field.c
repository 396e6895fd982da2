// C11 6.3.1.1p2: an unsigned bit-field of 11 bits promotes to int (chibicc compares as unsigned)
int printf(const char *, ...);
struct S {
    unsigned f : 11;
};
struct S s;
int main(void) {
    printf("%d\n", s.f >= -1);
    return 0;
}
