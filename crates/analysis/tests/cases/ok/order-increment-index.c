int a[3], i;
int main(void) {
    a[i++] = 1;
    return 0;
}
