// C11 6.7.2.1, TRAPS: packed bit-fields cross unit borders and keep their values
// skip: tcc 0.9.27 initialises a packed bit-field that spans five bytes with a wrong value
// choice: packing
int printf(const char *, ...); // no headers: glibc's remove __attribute__ for tcc
struct __attribute__((packed)) P {
    unsigned a : 7;
    unsigned b : 20;
    signed c : 30;
    char d;
    unsigned e : 3;
    int f;
};
int main(void) {
    struct P p = {100, 0xfedcb, -400000000, 'q', 5, -7};
    printf("%u %x %d %c %u %d\n", p.a + 0u, p.b + 0u, p.c, p.d, p.e + 0u, p.f);
    p.b++;
    p.c = -p.c;
    p.f *= 3;
    struct P q = p;
    printf("%u %x %d %c %u %d\n", q.a + 0u, q.b + 0u, q.c, q.d, q.e + 0u, q.f);
    printf("%d\n", (int)sizeof(struct P));
    struct P arr[3] = {{1}, {2, 3}, {4, 5, 6}};
    arr[1].c = arr[2].c - 100;
    printf("%d %d %d\n", arr[0].b, arr[1].c, arr[2].a);
    return 0;
}
