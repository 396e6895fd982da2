// C11 6.5.7p4: bits that are shifted out in two steps are gone (pcc shifts once, by 32, which does nothing)

int printf(const char *, ...);

int main(void) {
    unsigned x = 1;
    printf("%u %u %u\n", (x << 6) * 67108864, x << 6 << 26, x * 64 * 67108864);
    return 0;
}
