// C11 6.5.5: a ring buffer with unsigned wrapping indices
#include <stdio.h>

struct R { unsigned char head, tail; int data[16]; };
static int put(struct R *r, int v) {
    if ((unsigned char)(r->head - r->tail) == 16)
        return 0;
    r->data[r->head++ % 16] = v;
    return 1;
}
static int get(struct R *r, int *v) {
    if (r->head == r->tail)
        return 0;
    *v = r->data[r->tail++ & 15];
    return 1;
}
int main(void) {
    struct R r = {250, 250, {0}};
    int in = 0, refused = 0, v;
    long sum = 0;
    for (int i = 0; i < 500; i++) {
        if (i % 3) {
            if (!put(&r, in++))
                refused++;
        } else if (get(&r, &v))
            sum = sum * 3 % 1000007 + v;
    }
    while (get(&r, &v))
        sum += v;
    printf("%d %d %ld %d %d\n", in, refused, sum, r.head, r.tail);
    return 0;
}
