// gcc-12 -O0: zero-extended-word index-displaced char-division char-product result-not-extended
// gcc-12 -O2: sign-extended-byte
// Narrow integers.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

signed char chars[4] = {-128, -1, 0, 127};
unsigned char bytes[4] = {255, 128, 1, 0};
short shorts[4] = {-32768, -1, 0, 32767};
int ints[4] = {-2147483647, -1, 0, 2147483647};
long sums[4];

NOINLINE long add(int i) { return chars[i] + shorts[i] + (long)ints[i]; }
NOINLINE int product(signed char a, short b) { return a * b; }
NOINLINE int quotient(signed char a, signed char b) { return a / b; }
NOINLINE int byte(int i) { return bytes[i] << 1; }
NOINLINE signed char narrow(int a, int b) { return a + b; }
NOINLINE unsigned char low(unsigned a) { return a * 3; }
NOINLINE int wide(int a, int b) { return narrow(a, b) * 2 + low(b); }
NOINLINE int direct(int a, int b) { return narrow(a, b); }
NOINLINE int direct_low(int a) { return low(a); }
NOINLINE int second(int a, signed char b) { return b + a; }
NOINLINE int tests(int a, unsigned char b) { return a * 256 + (unsigned char)(b + a); }
NOINLINE int non_zero(int a, unsigned char b) { return b ? a : 3; }

int main(void)
{
    for (int i = 0; i < 4; i++) {
        sums[i] += add(i);
        for (int j = 0; j < 4; j++) {
            printf("%ld %d %d %d %d\n", sums[i], product(chars[i], shorts[j]), byte(i),
                   wide(ints[i] / 2 + 300, j), direct(ints[i] / 4 + 300, j));
            printf("%d %d %d %d\n", direct_low(ints[i] + 1000u), second(ints[i] / 2, chars[j]),
                   tests(i * 1000, bytes[j]), non_zero(i * 256, bytes[j]));
            if (chars[j] != 0) {
                printf("%d\n", quotient(chars[i], chars[j]));
            }
        }
    }
    return 0;
}
