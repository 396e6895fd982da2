// C11 6.8.4.1p3: an else belongs to the nearest if
#include <stdio.h>

static const char *kind(int n) {
    if (n < 0)
        return "negative";
    else if (n == 0)
        return "zero";
    else if (n < 10)
        return n % 2 ? "odd digit" : "even digit";
    return "large";
}
static int dangling(int a, int b) {
    if (a)
        if (b)
            return 1;
        else
            return 2;
    return 3;
}
int main(void) {
    int t[] = {-3, 0, 4, 7, 12};
    for (int i = 0; i < 5; i++)
        puts(kind(t[i]));
    printf("%d %d %d\n", dangling(1, 1), dangling(1, 0), dangling(0, 1));
    if (0) {
    lbl:
        puts("jumped into dead branch");
        return 0;
    }
    if (1)
        ;
    else
        puts("never");
    goto lbl;
}
