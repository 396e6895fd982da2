// C11 6.2.4p6, 6.8.6.1: jumping into a block past declarations is fine if the variables are assigned before use
#include <stdio.h>

static int f(int mode) {
    int r = 0;
    if (mode == 1)
        goto inside;
    r = 100;
    {
        int a = 5;
        r += a;
    inside:
        a = 7;
        r += a;
    }
    return r;
}
static int g(int n) {
    goto middle;
    for (;;) {
        int t = 1000;
        n += t;
    middle:
        t = 3;
        n += t;
        if (n > 1000)
            break;
    }
    return n;
}
static int h(int x) {
    switch (x) {
        int v;
    case 1:
        v = 10;
        goto use;
    case 2:
        v = 20;
    use:
        return v + x;
    }
    return 0;
}
int main(void) {
    printf("%d %d\n", f(0), f(1));
    printf("%d %d\n", g(0), g(2000));
    printf("%d %d %d\n", h(1), h(2), h(3));
    return 0;
}
