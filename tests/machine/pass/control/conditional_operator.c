// C11 6.5.15: nested conditional expressions, void arms, struct arms and pointer arms
#include <stdio.h>

struct S { int v; };
static int log_;
static void one(void) { log_ = log_ * 10 + 1; }
static void two(void) { log_ = log_ * 10 + 2; }
int main(void) {
    for (int i = 0; i < 4; i++)
        i % 2 ? one() : two();
    printf("%d\n", log_);
    struct S a = {1}, b = {2};
    for (int i = 0; i < 2; i++) {
        struct S c = i ? a : b;
        printf("%d %d\n", c.v, (i ? b : a).v);
    }
    for (int i = 0; i < 5; i++)
        printf("%s ", i == 0 ? "zero" : i == 1 ? "one" : i < 4 ? "few" : "many");
    putchar('\n');
    int x = 3, y = 4;
    *(x > y ? &x : &y) = 10;
    printf("%d %d\n", x, y);
    const int *p = x ? &x : 0;
    printf("%d\n", *p ? *p : -1);
    int n = 0;
    (void)(1 ? n++ : (n += 10));
    printf("%d\n", n);
    return 0;
}
