// C11 6.8.4.2p5: the controlling expression is promoted and the labels are converted to its type
#include <limits.h>
#include <stdio.h>

enum C { RED, GREEN = 5, BLUE };
static int ch(unsigned char c) {
    switch (c) {
    case 'a': return 1;
    case 255: return 2;
    case -1: return 3;
    }
    return 0;
}
static int big(unsigned long x) {
    switch (x) {
    case 0x100000001: return 1;
    case -1: return 2;
    case 1: return 3;
    default: return 4;
    }
}
static int un(unsigned x) {
    switch (x) {
    case -1: return 1;
    case 0x100000000 + 5: return 2;
    }
    return 3;
}
static const char *col(enum C c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "none";
}
int main(void) {
    printf("%d %d %d\n", ch('a'), ch(255), ch(0));
    printf("%d %d %d %d\n", big(1UL << 32 | 1), big(ULONG_MAX), big(1), big(0));
    printf("%d %d %d\n", un(UINT_MAX), un(5), un(6));
    printf("%s %s %s %s\n", col(RED), col(6), col(5), col(1));
    switch ((_Bool)5) {
    case 1: puts("one");
    case 0: puts("zero");
    }
    switch (1)
    case 1: puts("no braces");
    return 0;
}
