// violation: NullDereference
// The first call leaves p as it was, but only because it pointed to x already.
int x, c;
int *p = &x;
void f(void) {
    if (c)
        p = &x;
}
int main(void) {
    f();
    p = 0;
    f();
    return *p;
}
