// C11 6.5.3.4p2: the operand of sizeof is not evaluated
// choice: type-size
#include <stdio.h>

static int calls;
static long f(void) { calls++; return 1; }
int main(void) {
    int i = 5, zero = 0, *null = 0;
    printf("%zu %zu\n", sizeof(i++), sizeof f());
    printf("%zu %zu\n", sizeof *null, sizeof(1 / zero));
    printf("%zu\n", sizeof null[100]);
    printf("%d %d\n", i, calls);
    int uninit;
    printf("%zu\n", sizeof(uninit + 1L));
    char a[7];
    printf("%zu %zu %zu\n", sizeof a, sizeof(char[3][5]), sizeof &a);
    printf("%zu\n", sizeof(struct { char c; int i; }));
    printf("%d\n", (int)sizeof(int) - 8 < 0);
    printf("%d\n", sizeof(int) - 8 > 0);
    return 0;
}
