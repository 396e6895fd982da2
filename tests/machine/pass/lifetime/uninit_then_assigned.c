// C11 6.2.4p6: an uninitialised object may be declared, passed by address and assigned before its value is read
#include <stdio.h>

struct S { int a, b; char pad[3]; };
static void init(int *p) { *p = 5; }
static void init_s(struct S *s) { s->a = 1; }
int main(void) {
    int x, arr[10];
    struct S s, t;
    init(&x);
    for (int i = 0; i < 10; i += 2)
        arr[i] = i;
    int sum = 0;
    for (int i = 0; i < 10; i += 2)
        sum += arr[i];
    init_s(&s);
    t = s;
    printf("%d %d %d\n", x, sum, t.a);
    t.b = 2;
    s = t;
    printf("%d\n", s.b);
    int y;
    if (x > 3)
        y = 1;
    if (x > 4)
        printf("%d\n", y);
    int z = (y = 7) + 1;
    printf("%d %d\n", y, z);
    return 0;
}
