// C11 6.7.2.2p3-4: enumeration constants are int; enum objects convert like integers
#include <stdio.h>

enum Day { MON = 1, TUE, WED, THU, FRI, SAT, SUN };
static const char *const name[] = {[MON] = "mon", [WED] = "wed", [SUN] = "sun"};
static enum Day next(enum Day d) { return d == SUN ? MON : d + 1; }
struct S { enum Day d : 4; unsigned n; };
int main(void) {
    enum Day d = FRI;
    for (int i = 0; i < 4; i++)
        d = next(d);
    printf("%d %s\n", d, name[d] ? name[d] : "?");
    printf("%s\n", _Generic(MON, int: "int", default: "other"));
    struct S s = {SAT, 3};
    printf("%d %u\n", (int)s.d, s.n);
    s.d = WED;
    printf("%s\n", name[s.d]);
    long l = SUN * 10000000000;
    printf("%ld\n", l);
    enum Day all[3] = {0};
    all[1] = (enum Day)7;
    printf("%d %d\n", all[0], all[1] == SUN);
    printf("%d\n", -MON < 0);
    return 0;
}
