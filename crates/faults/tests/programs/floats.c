// gcc-12 -O2: convert-narrowed truncate-narrowed unordered-dropped vector-minimum
// Floating point.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

double doubles[5] = {-2.5, 0.0, 1e15, 3.75, -1e12};
long longs[3] = {1L << 40, -5, 7};

NOINLINE double from(long a) { return a; }
NOINLINE float from_float(long a) { return a; }
NOINLINE long to(double a) { return a; }
NOINLINE int equal(double a, double b) { if (a == b) { printf("="); return 1; } return 2; }
NOINLINE double least(double a, double b) { return a < b ? a : b; }

int main(void)
{
    double zero = doubles[1], nan = zero / zero;
    for (int i = 0; i < 5; i++) {
        printf("%ld %d %d\n", to(doubles[i]), equal(doubles[i], 3.75), equal(doubles[i], nan));
        printf("%g\n", least(doubles[i], 1.0));
    }
    for (int i = 0; i < 3; i++) {
        printf("%g %g\n", from(longs[i]), from_float(longs[i]));
    }
    return 0;
}
