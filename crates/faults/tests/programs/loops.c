// gcc-12 -O0: loop-bound loop-bound-low update-narrowed
// gcc-12 -O1: induction-step
// Loops.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

int table[300];

NOINLINE int sum(int from)
{
    int s = 0;
    for (int i = from; i < 37; i++) {
        s += table[i] * i;
    }
    return s;
}

NOINLINE int walk(int n)
{
    int s = 0;
    for (long i = 0; i < n; i += 3) {
        s = (s & 0xffff) * 3 + table[i];
        if (s > 1000) { s -= 900; }
    }
    return s;
}

NOINLINE int nested(int n)
{
    int s = 0;
    for (int i = 0; i != n; i++) {
        for (int j = i; j >= 0; j--) {
            s ^= table[i + j] << (j & 7);
        }
    }
    return s;
}

NOINLINE int collatz(unsigned n)
{
    int steps = 0;
    while (n != 1) {
        if (n & 1) { n = n * 3 + 1; } else { n /= 2; }
        if (steps > 200 && n > 5) { break; }
        steps++;
    }
    return steps;
}

int main(void)
{
    for (int i = 0; i < 300; i++) {
        table[i] = i * 17 % 23;
    }
    printf("%d %d %d %d %d\n", sum(0), sum(5), walk(290), nested(50), collatz(27));
    return 0;
}
