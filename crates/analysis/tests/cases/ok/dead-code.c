int main(void) {
    int *p = 0;
    return 0;
    *p = 1;
}
