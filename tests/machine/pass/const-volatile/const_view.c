// C11 6.7.3p6: an object not defined const may be changed through a pointer whose const was cast away
#include <stdio.h>
#include <string.h>

static const int table[] = {1, 2, 3};
static int sum(const int *p, int n) {
    int s = 0;
    for (const int *e = p + n; p < e; p++)
        s += *p;
    return s;
}
int main(void) {
    int x = 1;
    const int *c = &x;
    x = 2;
    printf("%d\n", *c);
    *(int *)c = 3;
    printf("%d\n", x);
    int *const k = &x;
    *k += 1;
    printf("%d\n", *k);
    const int *const ck = k;
    printf("%d %d\n", *ck, sum(table, 3));
    const char *s = "abc";
    s++;
    puts(s);
    struct S { const int id; int v; } t = {1, 2};
    t.v = t.id + 10;
    printf("%d\n", t.v);
    int buf[3];
    memcpy(buf, table, sizeof buf);
    buf[0] = 9;
    printf("%d %d\n", sum(buf, 3), table[0]);
    return 0;
}
