// Integers of two words.
int printf(const char *, ...);
#define NOINLINE __attribute__((noinline))

typedef unsigned __int128 wide;
unsigned long parts[4] = {1, 0xffffffffffffffff, 0x8000000000000000, 12345};

NOINLINE wide add(wide a, wide b) { return a + b; }
NOINLINE wide sub(wide a, wide b) { return a - b; }
NOINLINE wide times(unsigned long a, unsigned long b) { return (wide)a * b; }
NOINLINE unsigned long mask(unsigned a, unsigned b) { return a < b ? -1L : 0; }

static void show(wide a) { printf("%lx %lx\n", (unsigned long)(a >> 64), (unsigned long)a); }

int main(void)
{
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            show(add(parts[i], parts[j]));
            show(sub(parts[i], parts[j]));
            show(times(parts[i], parts[j]));
            printf("%lx\n", mask(parts[i], parts[j]));
        }
    }
    return 0;
}
