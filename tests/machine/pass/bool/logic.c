// C11 6.5.13-14, 7.18: logical operators yield 0 or 1 and do not evaluate what is not needed
#include <stdbool.h>
#include <stdio.h>

static int calls;
static bool yes(void) { calls++; return true; }
static bool no(void) { calls++; return false; }
int main(void) {
    printf("%d ", no() && yes());
    printf("%d ", yes() || no());
    printf("%d\n", yes() && yes());
    printf("%d\n", calls);
    int zero = 0;
    printf("%d\n", zero && 1 / zero);
    printf("%d\n", !zero || 1 % zero);
    int *null = 0;
    printf("%d\n", null && *null);
    printf("%d\n", 5 && 7);
    printf("%d\n", 0.0 || 0);
    calls = 0;
    bool x = yes() ? no() : yes();
    printf("%d %d\n", x, calls);
    return 0;
}
