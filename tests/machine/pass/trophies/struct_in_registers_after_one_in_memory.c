// System V ABI 3.2.3: a struct of 12 bytes goes in registers, whatever stands before it (pcc looks elsewhere)
int printf(const char *, ...);
struct A {
    int a, b, c, d, e;
};
struct B {
    int a, b, c;
};
struct A x;
struct B y = {1, 2, 3};
int f(struct A x, struct B y) { return y.a + 10 * y.b + 100 * y.c; }
int main(void) {
    printf("%d\n", f(x, y));
    return 0;
}
