// C11 6.5p5: The loop misses its bound and runs on until the counter overflows.
// TRAPS: csmith 32: for (i = 6; i != -6; i -= 5)
// rule: signed-overflow
// line: 13
// target: ip16
// output: looping

int puts(const char *);

int main(void) {
    int i;
    puts("looping");
    for (i = 6; i != -6; i -= 5) {
    }
    puts("done");
    return 0;
}
