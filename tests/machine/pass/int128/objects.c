// C11 6.7.2.1, 6.5.2: __int128 in arrays, structs, unions, parameters, returns and through pointers.
// choice: type-size
// choice: union-punning
// skip: tcc has no __int128
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { char c; __int128 x; unsigned __int128 y; };
union view { unsigned __int128 whole; unsigned long half[2]; };

static void put(unsigned __int128 x) {
    printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x);
}

static __int128 global = -5, zero, table[3] = { 1, -1 };
static const unsigned __int128 big = ((unsigned __int128)0x8000000000000001ULL << 64) | 2;
static struct pair fixed = { 'a', (__int128)1 << 90, -1 };

static __int128 power(__int128 base, unsigned n) { return n ? base * power(base, n - 1) : 1; }

static struct pair swap(struct pair p, __int128 *q) {
    __int128 t = p.x;
    p.x = p.y, p.y = t, *q += p.c;
    return p;
}

static unsigned __int128 sum(int n, __int128 a, char c, unsigned __int128 b) {
    __int128 *p = &a;
    *p += n;
    return a + b + c;
}

int main(void) {
    __int128 i, *p = &global, *heap = malloc(4 * sizeof *heap), copy;
    struct pair pair = swap(fixed, &global);
    union view view;
    volatile __int128 v = 7;
    put(global), put(zero), put(table[1]), put(table[2]), put(big), put(*p);
    put(pair.x), put(pair.y), put(pair.c), put(power(-3, 70)), put(power(2, 126));
    put(sum(1, -2, 3, big));
    for (i = 0; i < 4; i++) heap[i] = power(10, 9 * (unsigned)i);
    for (i = 3; i >= 0; --i) put(heap[i]), put(*(heap + i));
    p = heap, p += (__int128)2;
    put(*p++), put(*--p), put(p[(__int128)-1]), put(p - heap);
    memcpy(&copy, &heap[3], sizeof copy);
    put(copy);
    view.half[0] = 1, view.half[1] = 2;
    put(view.whole);
    v += big, v++;
    put(v), put(v--), put(++v);
    {
        struct pair more[2] = { { .y = 9 }, { 1, 2, 3 } }, *q = more;
        q[1].x -= q->y, q->y <<= 70;
        put(more[0].y), put(more[1].x), put((struct pair){ .x = -2 }.x), put((__int128){ 3 });
    }
    printf("%d %d\n", (int)sizeof(struct pair), (int)_Alignof(__int128));
    free(heap);
    return 0;
}
