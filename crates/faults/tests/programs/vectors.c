// gcc-12 -O3: vector-compare vector-shuffle vector-half vector-shift-fill vector-add-width vector-reduction vector-blend
// clang-19 -O3: vector-compare-signed
// gcc-12 -O2: counter-narrowed
// Loops that become vector code.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

int ints[64], results[64];
short shorts[64], short_results[64];
unsigned char bytes[64], byte_results[64];
unsigned unsigneds[64];
long longs[64];

NOINLINE int sum(int *p) { int s = 0; for (int i = 0; i < 64; i++) { s += p[i]; } return s; }
NOINLINE void least(short *p, short *q, short *r) { for (int i = 0; i < 64; i++) { r[i] = p[i] < q[i] ? p[i] : q[i]; } }
NOINLINE void choose(int *p, int *r, int a) { for (int i = 0; i < 64; i++) { r[i] = p[i] > a ? p[i] * 3 : i; } }
NOINLINE void choose_unsigned(unsigned *p, int *r, unsigned a) { for (int i = 0; i < 64; i++) { r[i] = p[i] > a ? 7 : i; } }
NOINLINE void widen(short *p, int *r) { for (int i = 0; i < 64; i++) { r[i] = p[i] * 2; } }
NOINLINE void widen_bytes(unsigned char *p, short *r) { for (int i = 0; i < 64; i++) { r[i] = p[i] - 7; } }
NOINLINE void shift(int *p, int *r) { for (int i = 0; i < 64; i++) { r[i] = (p[i] >> 3) + 100000; } }
NOINLINE void add_longs(long *p, int *q) { for (int i = 0; i < 64; i++) { p[i] += q[i] * 1000000L; } }
NOINLINE void reverse(int *p, int *r) { for (int i = 0; i < 64; i++) { r[i] = p[63 - i]; } }
NOINLINE int lowest(int *p) { int s = p[0]; for (int i = 0; i < 64; i++) { s = p[i] < s ? p[i] : s; } return s; }

static void show(int *p)
{
    for (int i = 0; i < 64; i++) { printf("%d ", p[i]); }
    printf("\n");
}

int main(void)
{
    for (int i = 0; i < 64; i++) {
        ints[i] = (i * 7919 % 64 - 32) * 65537;
        shorts[i] = i * 31 % 64 - 32;
        bytes[i] = i * 37;
        unsigneds[i] = i * 0x4000001u;
    }
    printf("%d %d\n", sum(ints), lowest(ints));
    least(shorts, shorts + 5, short_results);
    for (int i = 0; i < 59; i++) { printf("%d ", short_results[i]); }
    choose(ints, results, 3);
    show(results);
    choose_unsigned(unsigneds, results, 0x70000000u);
    show(results);
    widen(shorts, results);
    show(results);
    widen_bytes(bytes, short_results);
    for (int i = 0; i < 64; i++) { printf("%d ", short_results[i]); }
    shift(ints, results);
    show(results);
    add_longs(longs, ints);
    for (int i = 0; i < 64; i++) { printf("%ld ", longs[i]); }
    reverse(ints, results);
    show(results);
    return 0;
}
