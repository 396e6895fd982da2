// Thesis listing 4.1 without its last statement.
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
    }
    *p2 = 1;
    return 0;
}
