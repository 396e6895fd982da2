// violation: Unsequenced
int x;
int main(void) {
    x = ++x;
    return 0;
}
