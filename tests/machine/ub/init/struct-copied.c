// C11 6.3.2.1p2: a struct that could be a register and has no value may not be copied
// rule: uninitialised-read
// line: 10
struct S {
    int f;
    int g;
};
int main(void) {
    struct S a, b;
    b = a;
    return 0;
}
