// C11 6.2.6.1: On a big-endian target the first byte of a small int is zero.
// rule: division-by-zero
// line: 13
// target: s390x
// output: 5

int printf(const char *, ...);

int main(void) {
    int n = 5;
    unsigned char *bytes = (unsigned char *)&n;
    printf("%d\n", bytes[3]);
    printf("%d\n", 10 / bytes[0]);
    return 0;
}
