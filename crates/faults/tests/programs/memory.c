// gcc-12 -O0: store-narrowed load-narrowed arguments-exchanged constant-high-bits pointed-member-displaced merged-store-order stack-arguments
// gcc-12 -O2: load-before-store load-before-pointed-store copy-short stores-reordered dead-store vector-store-half
// clang-19 -O2: member-displaced
// Loads, stores and calls.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

struct s { int a; short b; char c; long d; int e[5]; };
struct s one = {1, 2, 3, 4L << 33, {5, 6, 7, 8, 9}}, two;
long global = 1L << 36;
int count = 65535, other, table[16];
long wide[16];

NOINLINE void store(long a, int b) { global = a; other = b; }
NOINLINE long load(void) { return global + count; }
NOINLINE int members(void) { return one.b + one.c * 3 + one.e[2] * 5; }
NOINLINE long pointed(struct s *p) { return p->c + p->d + p->e[3]; }
NOINLINE void update(int by) { count += by; global += 1L << 31; }
NOINLINE int element(int *p, long i) { return p[i] + p[i + 1]; }
NOINLINE long element_wide(long *p, int i) { return p[i] * 3; }
NOINLINE int aliased(int *p, int a) { other = a; int b = *p; return b + 1; }
NOINLINE int aliased_back(int *p, int a) { *p = a; return other + 1; }
NOINLINE int dead(int *p, int *q) { *p = 5; int x = *q; *p = 7; return x; }
NOINLINE void copy(struct s *p) { *p = one; }
struct large { long parts[40]; } large, copied;
NOINLINE void copy_large(struct large *p) { *p = large; }
NOINLINE int swapped(int a, int b) { return a * 3 - b; }
NOINLINE int calls(int a, int b) { return swapped(b, a) + swapped(a, 7); }
NOINLINE int many(int a, int b, int c, int d, int e, int f, int g, int h) { return a + b - c * d - e + f - g * 2 + h; }
NOINLINE int stacked(int a) { return many(a, 1, 2, 3, 4, 5, 6, 17) * 3; }
NOINLINE void constants(void) { one.a = 0x12345678; one.b = 0x1234; }
union u { long whole; char bytes[8]; short halves[4]; };
NOINLINE long overlapped(union u *p, char a) { p->whole = 0; p->bytes[2] = a; return p->whole; }

int main(void)
{
    store(1L << 40 | 5, 1 << 20);
    printf("%ld %ld %d\n", global, load(), other);
    printf("%d %ld\n", members(), pointed(&one));
    update(1);
    printf("%d %ld\n", count, global);
    for (int i = 0; i < 16; i++) {
        table[i] = i * i * 100;
        wide[i] = table[i] * 7L;
    }
    for (int i = 1; i < 15; i++) {
        printf("%d %ld\n", element(table, i), element_wide(wide, i));
    }
    other = 4;
    printf("%d ", aliased(&other, 9));
    printf("%d ", aliased_back(&other, 11));
    printf("%d\n", dead(&other, &other));
    copy(&two);
    large.parts[39] = 5;
    copy_large(&copied);
    printf("%ld ", copied.parts[39]);
    printf("%d %d %d %ld %d %d\n", two.a, two.b, two.c, two.d, two.e[1], two.e[4]);
    printf("%d %d %d\n", calls(3, 100), stacked(3), count);
    constants();
    union u u;
    printf("%d %d %ld\n", one.a, one.b, overlapped(&u, 5));
    return 0;
}
