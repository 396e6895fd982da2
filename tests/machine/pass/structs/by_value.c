// C11 6.5.2.2p4: a struct argument is a copy; the caller's object does not change
#include <stdio.h>

struct Big { int v[20]; long sum; };
struct Small { char c; short s; };
static long total(struct Big b) {
    for (int i = 0; i < 20; i++) {
        b.sum += b.v[i];
        b.v[i] = 0;
    }
    return b.sum;
}
static struct Small swap(struct Small s) {
    struct Small r = {(char)s.s, s.c};
    return r;
}
static struct Big fill(int from) {
    struct Big b = {{0}, 0};
    for (int i = 0; i < 20; i++)
        b.v[i] = from + i;
    return b;
}
int main(void) {
    struct Big b = fill(10);
    printf("%ld %ld %d\n", total(b), b.sum, b.v[19]);
    printf("%ld\n", total(fill(-5)));
    struct Small s = swap((struct Small){'a', 98});
    printf("%c %d\n", s.c, s.s);
    printf("%d\n", swap(swap(s)).s);
    return 0;
}
