// gcc-12 -O2: difference-reversed
// More values than registers.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

int inputs[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};

NOINLINE int next(int a) { return a * 7 % 31; }

NOINLINE int pressed(int *p, int n)
{
    int a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7];
    for (int i = 0; i < n; i++) {
        int t = next(a + i);
        a += b ^ t; b = c - d; c = d * 3 + e; d = e ^ f; e += g; f = g - h; g = h + a; h = t;
    }
    return a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f + 13 * g + 17 * h;
}

NOINLINE int outer(int a, int b)
{
    int c = next(a), d = next(b);
    int e = pressed(inputs, a + 2) + c * b;
    return e - d * a + pressed(inputs, b);
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 6; i++) {
        s = s * 5 + outer(i, i + 3);
        printf("%d\n", s % 1000);
    }
    return 0;
}
