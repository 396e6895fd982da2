// C11 6.5.15p5: Both operands of a conditional are promoted to int (pcc makes them unsigned short)

int printf(const char *, ...);

int main(void) {
    unsigned short a = 0;
    short b = -1;
    signed char c = -1;
    unsigned char d = 0;
    printf("%d %d\n", (1 ? b : a) < 0, (d ? d : c) < 0);
    return 0;
}
