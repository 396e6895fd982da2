// gcc-12 -O0: jump-boundary-unsigned set-boundary set-signedness jump-signed sign-test value-inverted jump-threaded
// gcc-12 -O2: flags-clobbered saved-registers
// clang-19 -O2: carry-lost test-inverted
// Conditions: jumps and values.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

int inputs[8] = {-70000, -2, -1, 0, 1, 2, 127, 70000};
unsigned limits[4] = {0, 1, 0x80000000u, 0xffffffffu};

NOINLINE int jumps(int a, int b)
{
    int seen = 0;
    if (a < b) { seen += 1; printf("<"); }
    if (a <= b) { seen += 2; printf("<="); }
    if (a > 0) { seen += 4; printf("+"); }
    return seen;
}

NOINLINE int unsigned_jumps(unsigned a, unsigned b)
{
    int seen = 0;
    if (a < b) { seen += 1; printf("u<"); }
    if (a >= b) { seen += 2; printf("u>="); }
    return seen;
}

NOINLINE int values(int a, int b)
{
    return (a < b) + 10 * (a >= 3) + 100 * (a > b);
}

NOINLINE int sign(int a, int b)
{
    if ((a ^ b) < 0) { printf("neg"); return 1; }
    return 2;
}

NOINLINE int is_zero(long a)
{
    return a == 0;
}

NOINLINE int is_odd(int a)
{
    return !(a & 5);
}

NOINLINE int jumps_if_odd(int a)
{
    if (a & 4) { printf("bit"); return 7; }
    return 8;
}

int main(void)
{
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            printf("%d %d %d\n", jumps(inputs[i], inputs[j]), values(inputs[i], inputs[j]),
                   sign(inputs[i], inputs[j]));
        }
        printf("%d %d %d\n", is_zero(inputs[i]), is_odd(inputs[i]), jumps_if_odd(inputs[i]));
    }
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            printf("%d\n", unsigned_jumps(limits[i], limits[j]));
        }
    }
    return 0;
}
