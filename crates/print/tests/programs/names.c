// Names that collide once everything stands at file scope: statics of blocks, tags, constants.
// std: c99
#include <stdio.h>

enum color { red, green = 5, blue };
struct tag { int x; };
static int counter(void) {
    static int n = 10;
    return n++;
}
static int counter2(void) {
    static int n = 100;
    {
        static int n = 1000;
        n++;
        if (n > 1001)
            return n;
    }
    return n++;
}
static int bool = 3, nullptr_ = 4, constexpr = 5;
int red_ = 7;
static int shadow(int counter) {
    struct tag { char c[3]; } t = {"ab"};
    enum color { red = 77, blue = -1 } c = red;
    int printf_ = 4;
    {
        int red_ = counter;
        struct tag { long l; } u = {8};
        counter += red_ + (int)u.l;
    }
    return counter + t.c[1] + c + blue + printf_ + red_;
}
static int outer(int x) {
    int y = x;
    {
        y += x;
        int x = 5;
        y += x;
        for (int x = 0, y2 = 1; x < 2; x++, y2 *= 3) {
            int x = 40;
            y += x + y2;
        }
    }
    return y;
}
static int inner(void) {
    extern int red_;
    static int printf;
    return red_ + printf++;
}
int main(void) {
    enum color c = blue;
    struct tag t = {9};
    printf("%d %d\n", counter(), counter2());
    printf("%d %d %d\n", counter(), counter2(), shadow(1));
    printf("%d %d %d %d\n", outer(3), inner(), bool + constexpr, nullptr_);
    printf("%d %d %d %d\n", c, t.x, red, green);
    int main = 4, outer = main;
    goto main;
main:
    printf("%d %d\n", main, outer);
    return 0;
}
