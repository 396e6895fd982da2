// C11 6.5.15p4: what follows a ?: is evaluated, whatever its condition is made of (tcc loses it)
// skip: tcc 0.9.27 does not compare with the cases of `switch ((a ? 0 : 0) ? b : c)`
int printf(const char *, ...);
int g;
int main(void) {
    int r = 0;
    switch ((g ? 0 : 0) ? 1 : 2) {
    case 5:
        r = 1;
    }
    printf("%d\n", r);
    return 0;
}
