// C11 6.5.14p4: only the right operand of || is not evaluated, what follows it is (tcc loses it)
// skip: tcc 0.9.27 makes no code behind `constant || (a ? b : c)`
int printf(const char *, ...);
int g = 5;
int main(void) {
    long l = (2L || (g || 0 ? 0 : 0)) + --g;
    printf("%d %ld\n", g, l);
    return 0;
}
