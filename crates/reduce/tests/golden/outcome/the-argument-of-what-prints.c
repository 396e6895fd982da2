// oracle: exit 9
int printf(const char *, ...);
int main(void) {
    int x = 9;
    printf("%d\n", x);
    if (x > 8) return 9;
    return 9;
}
