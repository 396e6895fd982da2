// C11 6.7.9p23: the elements of an initialiser come one after the other: nothing comes between the calls of one

#include <stdio.h>

static int s;

static int first(void) {
    s = s == 0;
    return 0;
}

static int second(void) {
    int r = s == 7;
    s = 0;
    return r;
}

static int between(void) {
    s = s == 1 ? 7 : s;
    return 0;
}

int main(void) {
    int a[2] = { (first(), second()), between() };
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
