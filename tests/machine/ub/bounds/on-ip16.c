// C11 6.5.3.4: An array sized for int of 32 bits is too short when int has 16.
// rule: out-of-bounds
// line: 13
// target: ip16
// output: 0

int printf(const char *, ...);

int main(void) {
    int x[2] = { 0, 1 };
    unsigned char *b = (unsigned char *)x;
    printf("%d\n", b[3]);
    printf("%d\n", b[4]);
    return 0;
}
