// C11 6.3.1.8p1: -15 becomes unsigned before it divides (pcc divides constants with a sign)

int printf(const char *, ...);

int main(void) {
    unsigned a = 4294967281U / -15;
    printf("%u %u\n", a, 5U % -3);
    return 0;
}
