// gcc-12 -O2: jump-boundary jump-signedness zero-extended-byte move-boundary move-signedness borrow-mask-lost
// clang-19 -O2: ternary-conversion
// Conditional moves.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

int inputs[8] = {-70000, -2, -1, 0, 1, 2, 127, 70000};
signed char narrow[4] = {-128, -1, 0, 127};

NOINLINE int least(int a, int b) { return a < b ? a : b; }
NOINLINE int one_of(int a, int b, int c, int d) { return a <= b ? c : d; }
NOINLINE unsigned most(unsigned a, unsigned b) { return a > b ? a : b; }
NOINLINE int widened(signed char *p, int a, int b) { int x = *p; return a < b ? x : a; }
NOINLINE int magnitude(int a) { return a < 0 ? -a : a; }
NOINLINE int above(unsigned a, unsigned b) { return a < b ? -1 : 0; }
NOINLINE int clamped(int a) { return a < 0 ? 0 : a; }
NOINLINE int sign_of(int a, int b, int c) { return (a & 0x7ff) - b < 0 ? c : b; }

int main(void)
{
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            printf("%d %d %u %d %d %d\n", least(inputs[i], inputs[j]),
                   one_of(inputs[i], inputs[j], i, j), most(inputs[i], inputs[j]),
                   widened(&narrow[j & 3], inputs[i], inputs[j]), above(inputs[i], inputs[j]),
                   sign_of(inputs[i], inputs[j], i));
        }
        printf("%d %d\n", magnitude(inputs[i]), clamped(inputs[i]));
    }
    return 0;
}
