// violation: OpenCall
int f(void) { return 1; }
int (*p)(void) = f;
int g(void) { return p(); }
int main(void) {
    int sum = g();
    p = g;
    return sum + g();
}
