// violation: Unsequenced
int a[3], i;
int main(void) {
    a[i] = i++;
    return 0;
}
