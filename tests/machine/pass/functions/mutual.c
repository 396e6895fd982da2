// C11 6.7.6.3: mutual recursion through prototypes
#include <stdio.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static const char *in;
static int expr(void);
static int factor(void) {
    if (*in == '(') {
        in++;
        int v = expr();
        in++;
        return v;
    }
    int v = 0;
    while (*in >= '0' && *in <= '9')
        v = v * 10 + *in++ - '0';
    return v;
}
static int term(void) {
    int v = factor();
    while (*in == '*')
        in++, v *= factor();
    return v;
}
static int expr(void) {
    int v = term();
    while (*in == '+' || *in == '-') {
        char op = *in++;
        int r = term();
        v = op == '+' ? v + r : v - r;
    }
    return v;
}
int main(void) {
    printf("%d %d\n", is_even(50), is_odd(50));
    in = "2+3*(4-1)*2-10";
    printf("%d\n", expr());
    in = "((((7))))";
    printf("%d\n", expr());
    return 0;
}
