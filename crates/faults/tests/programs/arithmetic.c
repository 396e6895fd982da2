// gcc-12 -O0: zero-extended-long shift-count shift-fill compare-narrowed mask-bit-lost slot-of-neighbour move-lost product-truncated multiplier-as-shift division-unsigned dividend-sign-lost remainder-for-quotient negation-as-complement complement-as-negation or-bit-lost sum-displaced extension-forgotten shift-narrowed shift-demoted rotate-direction swap-dropped minus-128 magic-multiplier high-product-signed rounding-lost sign-mask-lost leading-zeros wide-constant
// gcc-12 -O2: index-scale address-narrowed bit-neighbour prefix-forgotten
// Integer operations.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

int ints[6] = {-2000000000, -129, -1, 3, 1000, 123456789};
long longs[6] = {-4000000000000, -129, -1, 3, 1L << 40, 1234567890123};
unsigned long masks[4] = {0, 0x123456789abcdef0, 0xffffffff00000000, 1};

NOINLINE int shifts(int a) { return (a >> 3) ^ ((a & 0xffff) << 5); }
NOINLINE long long_shifts(long a) { return (a >> 3) ^ ((a & 0xffffff) << 15); }
NOINLINE long product(long a, long b) { return (a >> 20) * (b >> 20) + 5; }
NOINLINE unsigned times(unsigned a) { return a * 1234; }
NOINLINE int divided(int a, int b) { return a / b; }
NOINLINE int remainder_(int a, int b) { return a % b; }
NOINLINE int negated(int a) { return -(a / 2); }
NOINLINE int complement(int a) { return ~a * 3; }
NOINLINE int masked(int a) { return (a & 0x3f0) | 0x5005; }
NOINLINE unsigned long wide(unsigned long a) { return a ^ 0x123456789abcdef0; }
NOINLINE long compared(long a, long b) { return a == b ? 1 : 3; }
NOINLINE int more(int a) { return (a & 0xffff) + 128; }
NOINLINE int difference(int a, int b) { return (a & 0xff) * 11 - (b & 0xff); }
NOINLINE int third(int a) { return a / 3; }
NOINLINE unsigned seventh(unsigned a) { return a / 7; }
NOINLINE int half(int a) { return a / 2; }
NOINLINE int eighth(int a) { return a / 8; }
NOINLINE unsigned long tenth(unsigned long a) { return a / 10; }
NOINLINE unsigned rotated(unsigned a) { return a << 5 | a >> 27; }
NOINLINE unsigned turned(unsigned a) { return __builtin_bswap32(a); }
NOINLINE unsigned long with_bit(unsigned long a) { return a | 1UL << 40; }
NOINLINE unsigned long without_bit(unsigned long a) { return a & ~(1UL << 36); }
NOINLINE int magnitude(int a) { return __builtin_abs(a / 2); }
NOINLINE int flipped(int a, int b) { return (a >> 31) ^ b; }
NOINLINE int zeros(unsigned a) { return __builtin_clz(a | 1); }
NOINLINE int sum(int a, int b) { return (a & 0xff) + (b & 0xff) * 4 + 7; }
NOINLINE long long_sum(long a, long b) { return (a & 0xffffffffffff) + (b & 0xffffffff) * 4; }
NOINLINE unsigned small(unsigned a) { return (a & 0xfff) / 100 * 70000; }

int main(void)
{
    for (int i = 0; i < 6; i++) {
        printf("%d %ld %u %d %d %d\n", shifts(ints[i]), long_shifts(longs[i]), times(ints[i]),
               negated(ints[i]), complement(ints[i] & 0xffff), masked(ints[i]));
        printf("%d %d %u %d %d %lu %u %u\n", more(ints[i]), third(ints[i]), seventh(ints[i]),
               half(ints[i]), eighth(ints[i]), tenth(longs[i]), rotated(ints[i]), turned(ints[i]));
        printf("%d %d %u\n", magnitude(ints[i]), zeros(ints[i]), small(ints[i]));
        for (int j = 0; j < 6; j++) {
            printf("%d %ld %d %d %ld %d %d %ld\n", flipped(ints[i], ints[j]), product(longs[i], longs[j]),
                   divided(ints[i], ints[j]), remainder_(ints[i], ints[j]),
                   compared(longs[i], longs[j] + (1L << 32)), difference(ints[i], ints[j]),
                   sum(ints[i], ints[j]), long_sum(longs[i], longs[j]));
        }
    }
    for (int i = 0; i < 4; i++) {
        printf("%lx %lx %lx\n", wide(masks[i]), with_bit(masks[i]), without_bit(~masks[i]));
        for (int j = 0; j < 4; j++) {
            printf("%ld\n", compared(masks[i], masks[j]));
        }
    }
    return 0;
}
