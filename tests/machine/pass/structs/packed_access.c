// C11 6.7.2.1, TRAPS: members of a packed struct are read and written by name and through character pointers
// choice: packing
int printf(const char *, ...); // no headers: glibc's remove __attribute__ for tcc
void *memcpy(void *restrict, const void *restrict, unsigned long);
struct __attribute__((packed)) P { char c; int i; short s; long l; };
static struct P g[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
int main(void) {
    struct P p = {'a', -1, -2, -3};
    p.i += 100;
    p.l *= p.s;
    g[1] = p;
    struct P *q = &g[1];
    q->s--;
    printf("%c %d %d %ld\n", q->c, q->i, q->s, q->l);
    printf("%d %d\n", g[0].i, (int)sizeof(struct P));
    unsigned char b[4];
    memcpy(b, (char *)&g[0] + 1, 4);
    printf("%d %d\n", b[0], b[3]);
    char *c = &q->c;
    *c = 'z';
    printf("%c %d\n", g[1].c, g[1].i);
    return 0;
}
