// C11 6.5.17p2: a comma of constants has the value of the second one, also as _Bool (gcc dies)
// skip: gcc 11 and 12: internal compiler error in gimplify_expr for `(_Bool)(constant, constant)`
int printf(const char *, ...);
unsigned g;
int main(void) {
    g = (unsigned)(_Bool)(1, 16 < 2);
    printf("%u %d\n", g, (_Bool)(0, 2));
    return 0;
}
