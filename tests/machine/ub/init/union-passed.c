// C11 6.3.2.1p2: a union that could be a register and has no value may not even be passed on
// rule: uninitialised-read
// line: 9
union U {
    int f;
};
int f(union U u) { return 0; }
int main(void) {
    union U l; return f(l);
}
