// Declarators and records of many shapes.
int printf(const char *, ...);
void *memset(void *, int, unsigned long);

struct node { struct node *next; struct leaf *leaf; int (*visit)(struct node *, struct leaf *); };
struct leaf { union { int i; unsigned u : 5; }; struct { short a, b; } in; struct node *owner; };
struct bits { unsigned a : 3, : 0, b : 7; signed int c : 5; _Bool d : 1; unsigned : 4; long e : 40; };
struct __attribute__((packed)) tight { char c; int i; short s; };
#pragma pack(push, 2)
struct two { char c; int i; struct { char d; long l; }; };
#pragma pack(pop)
struct field { char c; int i __attribute__((packed)); char d __attribute__((aligned(8))); };
struct wide { char c; } __attribute__((aligned(16)));
struct flex { int n; char tail[]; };
struct arrays { int m[2][3]; const char *names[2]; int (*rows)[3]; int (*(*table)[2])(int, const char *const *); };
union either { int i; double d; struct { char c[4]; } s; };
struct deep { int a; union { struct { int b, c; }; long d; }; int e; };
typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static binary choose(int which) { return which ? mul : add; }
static int (*choose2(int which, int (*other)(int, int)))(int, int) { return which ? choose(1) : other; }
static int visit(struct node *n, struct leaf *l) { return n->next == 0 ? l->i : l->in.b; }
static int first(const int (*m)[3], volatile int *const p) { return m[1][2] + *p; }
static const char *const words[] = {"zero", "one", [4] = "four"};
static struct node b;
static struct node a = {&b, 0, visit};
static struct node b = {&a, &(struct leaf){{3}, {4, 5}, &b}, visit};
static union either e1 = {5}, e2 = {.d = 2.5}, e3 = {.s = {{'a', 'b'}}};
static struct deep d1 = {1, {{2, 3}}, 4}, d2 = {1, .c = 7, .e = 9}, d3 = {.d = 5}, d4 = {.e = 1};
static struct bits bits = {1, 2, -3, 1, 1L << 35};
static int zeros[3][2] = {{0}}, gaps[6] = {1, [3] = 4, 5};
static char text[8] = "abc", exact[3] = "xyz", many[2][4] = {"no", {'y', 'e', 's'}};
static int *middle = &gaps[3] - 1, (*pm)[2] = zeros;
static long truth = sizeof(struct deep) == 3 * sizeof(int) ? 1 : 0;
int *volatile const fixed = gaps;

int main(void) {
    struct tight t = {1, 2, 3};
    struct arrays ar = {{{1, 2, 3}, {4, 5, 6}}, {"p", "q"}, 0, 0};
    int one = 1;
    ar.rows = ar.m;
    printf("%d %d %d\n", choose(0)(2, 3), choose2(1, add)(2, 3), (*choose2(0, &add))(4, 5));
    printf("%d %d\n", a.next->visit(&b, b.leaf), first((const int (*)[3])ar.m, &one));
    printf("%s %s %s %d\n", words[0], words[1], words[4], words[2] == 0);
    printf("%d %d %c\n", e1.i, (int)(e2.d * 2), e3.s.c[1]);
    printf("%d %d %d %d | %d %d %d | %ld %d\n", d1.a, d1.b, d1.c, d1.e, d2.b, d2.c, d2.e, d3.d, d4.e);
    printf("%d %d %d %d %ld\n", bits.a, bits.b, bits.c, bits.d, (long)bits.e);
    printf("%d %d %d %s %.3s %s %s\n", gaps[3], gaps[4], zeros[2][1], text, exact, many[0], many[1]);
    printf("%d %d %ld %d\n", *middle, (*pm)[1], truth, fixed[4]);
    printf("%d %d %d %d\n", (int)sizeof(struct tight), (int)sizeof(struct two), (int)sizeof(struct field), (int)sizeof(struct wide));
    printf("%d %d %d\n", (int)sizeof(struct flex), (int)sizeof(int (*[3])(void)), (int)sizeof(const char *const[2]));
    printf("%d %d %d %d\n", t.c, t.i, t.s, (*ar.rows)[2]);
    printf("%d %s %d\n", ((int[]){1, 2, 3})[1], (char[]){"lit"}, *(int *)&(struct leaf){.in.b = 3});
    return 0;
}
