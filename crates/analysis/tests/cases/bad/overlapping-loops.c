// violation: NullDereference
// As thesis listing 4.2, with a null pointer that comes back through the goto only.
int i, j, k;
int main(void) {
    int *p1 = &i;
    int *p2 = &j;
label:
    *p2 = 1;
    for (i = 0; i < 3; i++) {
        if (i < 2) {
            p2 = p1;
            goto label;
        }
        p1 = 0;
    }
    return 0;
}
