// C11 6.2.6.1p4: a pointer copied byte by byte is a valid copy of the pointer
#include <stdio.h>
#include <string.h>

int main(void) {
    int x = 5, y = 6;
    int *p = &x, *q;
    unsigned char buf[sizeof p];
    memcpy(buf, &p, sizeof p);
    memcpy(&q, buf, sizeof q);
    *q += 10;
    printf("%d %d\n", x, p == q);
    p = &y;
    for (size_t i = 0; i < sizeof p; i++)
        ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
    *q = 60;
    printf("%d %d\n", y, *q);
    struct { char c; int *p; } s = {'a', &x}, t;
    memcpy(&t, &s, sizeof t);
    printf("%c %d\n", t.c, *t.p);
    int (*f)(const char *) = puts, (*g)(const char *);
    memmove(&g, &f, sizeof f);
    g("called");
    return 0;
}
