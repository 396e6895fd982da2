// System V ABI 3.2.3: a struct of 12 bytes in two registers has 12 bytes (tcc stores 16, over the next object)
// skip: tcc 0.9.27 stores 16 bytes

int printf(const char *, ...);

struct S {
    int a;
    int b;
    int c;
};

static struct S f(void) {
    struct S s = {-1, -1, -1};
    return s;
}

int main(void) {
    int x = 7;
    f();
    printf("%d\n", x);
    return 0;
}
