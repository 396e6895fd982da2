// gcc-12 -O2: table-exchanged switch-bound
// Switches and branches.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

NOINLINE int chosen(int a, int b)
{
    switch (a) {
    case 0: return b * 3;
    case 1: return b - 7;
    case 2: return b / 3;
    case 3: return b ^ 99;
    case 4: return -b;
    case 5: return b % 13;
    case 6: return b << 2;
    default: return 77;
    }
}

NOINLINE int threaded(int a, int b)
{
    int s = 0;
    if (a > 3) { s = 1; printf("a"); }
    if (s && b > 2) { printf("b"); s += 5; }
    while (b > 0 && a < b) { printf("c"); a += 3; }
    do { if (a & 1) { printf("d"); } else { a--; } a -= 2; } while (a > b || a > 4);
    return s + a;
}

int main(void)
{
    for (int i = -1; i < 9; i++) {
        printf("%d\n", chosen(i, 1000 + i));
        printf("%d\n", threaded(i, 5 - i));
    }
    return 0;
}
