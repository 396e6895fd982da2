// C11 6.5.5, 6.5.6, 6.5.8, Annex F: long double has the arithmetic of its format.
// choice: float-evaluation
// target: ilp32
#include <stdio.h>

static void put(long double d) {
    unsigned char *p = (unsigned char *)&d;
    int i;
    for (i = 0; i < 10; i++) printf("%02x", p[i]);
    printf("\n");
}

static volatile long double v[] = { 0.1L, 1.0L / 3, 1e4000L, 3e-4945L, 0 };

int main(void) {
    long double x = v[0], third = v[1], huge = v[2], tiny = v[3], zero = v[4], sum = 0;
    long double nan = zero / zero;
    int i;
    put(x), put(third), put(huge), put(tiny), put(-zero), put(1 / zero), put(-1 / zero);
    put(x + third), put(x - third), put(x * third), put(x / third), put(huge * huge), put(tiny * tiny);
    put(huge * tiny), put(tiny / 3), put(x * 3 - 0.3L), put(1 + 0x1p-63L), put(1 + 0x1p-64L), put(1 + 0x1.8p-64L);
    for (i = 0; i < 10; i++) sum += x;
    put(sum), put(-sum), put(+sum), put(sum++), put(--sum);
    printf("%d %d %d %d %d %d\n", x < third, x > third, x <= x, x >= third, x == 0.1, x != 0.1L);
    printf("%d %d %d %d %d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1), zero == -zero);
    printf("%d %d %d\n", !x, !zero, x && nan);
    sum *= x, sum -= 1, sum /= third;
    put(sum);
    return 0;
}
