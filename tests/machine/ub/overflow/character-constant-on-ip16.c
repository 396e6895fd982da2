// C11 6.4.4.4p10: A character constant has type int; 'z' * 300 does not fit 16 bits.
// TRAPS: character constants have types that depend on the target
// rule: signed-overflow
// line: 14
// target: ip16
// output: 12200

int printf(const char *, ...);

int main(void) {
    int scale = 100;
    printf("%d\n", 'z' * scale);
    scale *= 3;
    printf("%ld\n", (long)('z' * scale));
    return 0;
}
