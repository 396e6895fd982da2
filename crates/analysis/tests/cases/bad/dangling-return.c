// violation: GarbageRead
int *f(void) { int x = 0; int *p = &x; return p; }
int main(void) {
    int *p;
    p = f();
    return 0;
}
