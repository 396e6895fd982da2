// oracle: exit 0
// oracle: text contains "513"
int printf(const char *, ...);
int main(void) {
    long x = 513;
    printf("%ld\n", x);
    printf("%ld\n", x + 513);
    return 0;
}
