// violation: Unsequenced
// Thesis listing 4.3.
int main(void) {
    int a[2] = {0, 0};
    int x = 0;
    a[x] = ++x;
    return a[0];
}
