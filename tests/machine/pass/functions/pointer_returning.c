// C11 6.8.6.4: functions that return pointers to statics, to parameters' targets and into arrays
#include <stdio.h>

static int table[5] = {10, 20, 30, 40, 50};
static int *at(int i) { return &table[i]; }
static int *biggest(int *a, int n) {
    int *m = a;
    for (int *p = a + 1; p < a + n; p++)
        if (*p > *m)
            m = p;
    return m;
}
static const char *name(int n) {
    static const char *const names[] = {"none", "one", "many"};
    return names[n > 1 ? 2 : n];
}
static int (*rows(void))[2] {
    static int r[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    return r;
}
int main(void) {
    *at(1) += 5;
    ++*at(2);
    at(0)[4] = 7;
    printf("%d %d %d\n", table[1], table[2], table[4]);
    printf("%d\n", (int)(biggest(table, 5) - table));
    *biggest(table, 5) = 0;
    printf("%d\n", table[3]);
    printf("%s %s\n", name(0), name(9));
    printf("%d %d\n", rows()[2][1], (*rows())[1]);
    rows()[1][0] = 30;
    printf("%d\n", rows()[1][0]);
    return 0;
}
