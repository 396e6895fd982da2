// oracle: output contains "10000000 3"
int printf(const char *, ...);
unsigned __int128 g = ((unsigned __int128)1 << 92) + 3;
static __int128 f(__int128 x) { return x * 5 / 5; }
int main(void) {
    unsigned __int128 h = f(g) + 4;
    h -= 4;
    printf("%lx %d\n", (unsigned long)(h >> 64), (int)(h & 15));
    return 0;
}
