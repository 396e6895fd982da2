/* Something of everything that a harness meets. */

struct Later;
struct Node { struct Node *next; struct Later *later; int value; };
struct Later { struct Node node; signed char bytes[3]; unsigned narrow : 5; signed wide : 13; };
#pragma pack(push, 1)
struct Packed { char c; long l; short s; };
#pragma pack(pop)
union Either { unsigned whole; struct Packed parts; };

extern int forward[2][3];
static int *into_forward = &forward[1][2];
static struct Later later_object;
static struct Node ring_a = { 0, &later_object, -3 };
static struct Node ring_b = { &ring_a, 0, 300 };
int forward[2][3] = { { 1, -2, 3 }, { -4, 5, -6 } };
static struct Later later_object = { { &ring_b, &later_object, 7 }, { -1, 2, -3 }, 17, -4000 };
struct Later many[2][2];
union Either either = { 4000000000u };
struct Packed packed = { 'x', -70000, 12 };

volatile int noisy = 9;
static volatile unsigned long long wide = 12345678901234567890u;
long long signed_wide = -1234567890123456789;
const int fixed = 42;
_Bool flag = 1;
char plain = 'A';
signed char tiny = -128;
unsigned char small = 255;
short two = -30000;
unsigned short utwo = 60000;
long four = -2000000000;
unsigned long ufour = 4000000000u;
int *to_noisy = (int *)&forward[0][1];
int **null;
const volatile int *const watching = &noisy;

static int safe_inner(int a) { return a < 1000 && a > -1000 ? a : 0; }
static int safe_add(int a, int b) { return safe_inner(a) + safe_inner(b); }
static unsigned safe_unused(unsigned a) { return a; }
static int SAFE_SUB(int a, int b) { return a > 1000 || b > 1000 ? a : a - b; }

static int func_1_helper(int x);
static struct Packed func_3(struct Packed p, int n);

int func_1(void)
{
    int i;
    struct Packed p = { 'q', 5, 6 };
    for (i = 0; i < 3; i++) {
        forward[1][i] = safe_add(forward[0][i], noisy);
        noisy = func_1_helper(i);
    }
    packed = func_3(p, 4);
    *to_noisy = SAFE_SUB(*into_forward, 3);
    ring_a.next = &ring_b;
    many[1][0].bytes[2] = ring_a.next->value == 300 ? 11 : 12;
    many[0][1].wide = (signed char)many[1][0].bytes[2];
    wide += 3;
    return safe_add(i, many[1][0].bytes[2]);
}

static int func_1_helper(int x)
{
    static int calls = 5;
    static int *where = &calls;
    calls = safe_add(*where, 1);
    signed_wide /= 3;
    return SAFE_SUB(calls, x);
}

static inline struct Packed func_3(struct Packed p, int n)
{
    static long total[2] = { 1, 2 };
    while (n-- > 0) {
        p.l += total[n & 1];
        total[n & 1] += func_1_helper(n);
    }
    p.s = safe_add(p.s, 1);
    return p;
}
