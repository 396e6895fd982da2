// C11 6.2.6.1p4, 7.24.4.1: the same pointer has the same bytes as itself and as a copy
// choice: object-representation
#include <stdio.h>
#include <string.h>

struct node {
    struct node *next;
    int (*call)(const char *);
    long value;
};

int main(void) {
    int a[3] = {1, 2, 3};
    int *p = a + 1, *q = p;
    printf("%d\n", memcmp(&p, &p, sizeof p));
    printf("%d\n", memcmp(&p, &q, sizeof p) == 0);
    struct node x = {&x, puts, 7}, y;
    y = x;
    printf("%d\n", memcmp(&x, &y, sizeof x) == 0);
    y.value = 8;
    printf("%d\n", memcmp(&x, &y, sizeof x) != 0);
    return 0;
}
