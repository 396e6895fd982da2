// Constants keep their type and value; operators do not melt together.
#include <limits.h>
#include <stdio.h>

#define KIND(e) _Generic((e), int: "i", unsigned: "u", long: "l", unsigned long: "ul", long long: "ll", unsigned long long: "ull", float: "f", double: "d", default: "?")
static double inf = 1.0 / 0.0, tiny = 0x1p-1074, third = 1.0 / 3.0;
static float f = 0.1f;
static enum big { small = -1, huge = 0x7fffffff } big = huge;
int main(void) {
    int a = 5, *p = &a, **pp = &p;
    unsigned u = 3;
    printf("%d %ld %lld\n", INT_MIN, LONG_MIN, LLONG_MIN);
    printf("%s %s %s %s %s %s\n", KIND(1), KIND(1u), KIND(2147483648), KIND(0xffffffff), KIND(1ull), KIND(1ll));
    printf("%d %d %d %d\n", - -u, + +u, - --a, 1 - -1);
    printf("%d %d %d\n", a / *p, a & -**pp, !a == 0);
    printf("%d %d %d\n", -2147483647 - 1 == INT_MIN, (short)-1 < u, (unsigned char)300);
    printf("%d %d %d %d\n", a << 1 + 1, (a & 3) == 1, a & 3 == 3, (a < 3) < 2);
    printf("%d %d\n", a ? u ? 1 : 2 : 3, (a, u) ? 4 : 5);
    printf("%a %a %a %a %a\n", inf, tiny, third, f, -0.0);
    printf("%s%s%s\n", "??=?\?/", "\0012\x41" "1\"\\", "tab\t\a\177\377");
    printf("%d %d %d %d\n", 'a', '\xff', '\'', big);
    printf("%d\n", (a += 2, a -= 1));
    switch (u) {
    case 3: printf("three\n");
    case -1: case 1 ... 2: printf("fell\n"); break;
    default: ;
    }
    switch (a) { case INT_MIN: ; case 'a': break; default: if (a) if (u) printf("both\n"); else printf("never\n"); }
    do a--; while (a > 3);
    for (;;) { if (a++ > 5) break; else continue; }
    while (a) a = 0;
    { goto end; end: ; int late = 4; (void)late; }
    if ((a = 3)) printf("%d\n", a);
    if (a == 3 && u || p) ; else printf("no\n");
    return a - 3;
}
