// violation: OpenCall
// What k() does is remembered from a call in which a() was not open; the second a() comes to itself.
int f(void) { return 1; }
int (*p)(void), (*q)(void) = f;
int a(void) {
    int (*r)(void) = q;
    q = f;
    return r();
}
int m(void) { return a(); }
int k(void) { return p(); }
int main(void) {
    p = m;
    k();
    q = k;
    return a();
}
