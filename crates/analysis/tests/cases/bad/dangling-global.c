// violation: GarbageRead
int *g;
void f(void) { int x; g = &x; }
int main(void) {
    f();
    return g != 0;
}
