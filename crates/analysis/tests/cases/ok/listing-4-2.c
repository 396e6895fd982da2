// Thesis listing 4.2: overlapping loops.
int i, j, k;
int main(void) {
    int *p1 = &i;
    int *p2;
    int *p3;
label:
    p2 = &j;
    p3 = &k;
    for (i = 0; i < 3; i++) {
        if (i < 2) {
            goto label;
        }
        p2 = p3;
    }
    *p1 = *p2 + *p3;
    return 0;
}
