// C11 6.5.16.1p2: assigning a struct copies nested structs and arrays by value
#include <stdio.h>

struct P { int x, y; };
struct L { struct P a, b; char name[8]; int w[3]; };
int main(void) {
    struct L l = {{1, 2}, {3, 4}, "line", {5, 6, 7}}, m;
    m = l;
    l.a.x = 100;
    l.w[1] = 200;
    l.name[0] = 'm';
    printf("%d %d %d %d %s %d %d %d\n", m.a.x, m.a.y, m.b.x, m.b.y, m.name, m.w[0], m.w[1], m.w[2]);
    m.b = l.a;
    struct P t = m.a;
    m.a = m.b;
    m.b = t;
    printf("%d %d %d %d\n", m.a.x, m.a.y, m.b.x, m.b.y);
    m = m;
    struct L *p = &m, *q = &m;
    *p = *q;
    printf("%d %s\n", m.a.x, l.name);
    return 0;
}
