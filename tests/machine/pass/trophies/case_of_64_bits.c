// C11 6.8.4.2p5: case constants are converted to the type of the switch, 64 bits here (chibicc compares 32)
int printf(const char *, ...);
static int meets(unsigned long v) {
    switch (v) {
    case 0x100000000UL:
        return 1;
    case 17207807833539140490UL:
        return 2;
    }
    return 0;
}
int main(void) {
    printf("%d %d %d\n", meets(0), meets(0x100000000UL), meets(17207807833539140490UL));
    return 0;
}
