// violation: NullDereference
// Thesis listing 4.1: the null pointer arrives at the dereference in the third round only.
int i, j, k;
int main(void) {
    int *p1 = &i;
    int *p2 = &j;
    int *p3 = &k;
    int n;
    for (n = 0; n < 5; n++) {
        p3 = p2;
        *p3 = 0;
        p2 = p1;
        p1 = 0;
    }
    return 0;
}
