// System V ABI 3.2.3: a union of one int takes one register (chibicc's callee looks for the sixth argument on the stack)
int printf(const char *, ...);
union U {
    int f;
};
int g = 7;
union U u;
int f(union U a, int b, int c, int d, int e, int *p) { return *p; }
int main(void) {
    printf("%d\n", f(u, 0, 0, 0, 0, &g));
    return 0;
}
