// violation: Unsequenced
int x; int *p = &x;
int main(void) {
    *p + x++;
    return 0;
}
