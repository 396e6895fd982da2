// Thesis listing 3.1: qualifiers on all levels.
int x;
const int *const volatile *p;
const int *const volatile q = &x;
int main(void) {
    const int *r;
    p = &q;
    r = *p;
    x = *r;
    return **p;
}
