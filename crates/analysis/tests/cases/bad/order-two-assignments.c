// violation: Unsequenced
int a;
int main(void) {
    (a = 1) + (a = 2);
    return 0;
}
