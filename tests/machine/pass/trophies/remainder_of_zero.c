// C11 6.5.14p4: the right operand of 1 || 0 / 0 is not evaluated (pcc: internal error)
int printf(const char *, ...);
int main(void) {
    printf("%u\n", 0U % (1 || 0 / 0));
    return 0;
}
