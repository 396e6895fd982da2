// C11 6.5.7p3: The guard itself shifts an int of 16 bits by 20.
// TRAPS: a guard that is itself undefined on 16-bit int
// rule: shift-too-far
// line: 12
// target: ip16
// output: guard

int printf(const char *, ...);
int puts(const char *);

static long scale(long x) {
    return x < (1 << 20) ? x * 16 : x;
}

int main(void) {
    puts("guard");
    printf("%ld\n", scale(3));
    return 0;
}
