// C11 6.6: address constants, arithmetic constants and offsets in static initialisers
#include <stdio.h>

static int arr[10] = {[3] = 33};
static int *mid = &arr[3], *end = arr + 10;
static char *tail = "abcdef" + 3;
static int (*fn)(const char *) = puts;
static const double d = 1.0 / 4 + 2;
static const int k = (1 << 10) | 'a' * 2, neg = -7 / 2, big = sizeof(arr) / sizeof *arr;
static struct { int *p; struct { char *s; } in; } s = {&arr[3], {"nested"}};
static unsigned char uc = (unsigned char)300;
static int cond = 1 ? 5 : 1 / 1;
enum { E = sizeof(long) * 2 };
static char sized[E] = {E};
int main(void) {
    printf("%d %d %s\n", *mid, (int)(end - mid), tail);
    fn("puts");
    printf("%.2f %d %d %d\n", d, k, neg, big);
    printf("%d %s %d %d %d\n", *s.p, s.in.s, uc, cond, sized[0]);
    return 0;
}
