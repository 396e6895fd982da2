// gcc-12 -O0: field-mask-wide field-store-widened field-sign-lost field-shift-pair
// Bit-fields.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

struct f { int a : 5; unsigned b : 7; int c : 11; unsigned d : 9; };
struct f fields[3] = {{-3, 100, -1000, 511}, {15, 0, 1023, 1}, {0, 127, 0, 256}};
struct g { unsigned char a : 3, b : 5; unsigned char next; } small = {5, 17, 200};

NOINLINE void set(struct f *p, int a, int b) { p->a = a; p->b = b; p->c += a; }
NOINLINE void set_small(struct g *p, int a) { p->a = a; }
NOINLINE int get(struct f *p) { return p->a + p->b * 3 + p->c * 5; }

int main(void)
{
    for (int i = 0; i < 3; i++) {
        printf("%d\n", get(&fields[i]));
        set(&fields[i], -7 - i, 90 + i);
        printf("%d %d %d %d\n", fields[i].a, fields[i].b, fields[i].c, fields[i].d);
    }
    set_small(&small, 2);
    printf("%d %d %d\n", small.a, small.b, small.next);
    return 0;
}
