// C11 6.7.2.1, TRAPS: zero-width and unnamed bit-fields in packed structs
// choice: packing
int printf(const char *, ...); // no headers: glibc's remove __attribute__ for tcc
struct A { unsigned a : 3; unsigned : 0; unsigned b : 5; } __attribute__((packed));
struct B { unsigned a : 3; unsigned : 7; unsigned b : 5; } __attribute__((packed));
struct C { char c; unsigned a : 12; unsigned b : 12; } __attribute__((packed));
int main(void) {
    struct A a = {7, 31};
    struct B b = {5, 17};
    struct C c = {-1, 0xabc, 0x123};
    printf("%d %d %d %d\n", a.a, a.b, b.a, b.b);
    a.b++;
    b.a--;
    c.a += c.b;
    printf("%d %d %d %x %x\n", a.b, b.a, c.c, c.a, c.b);
    printf("%d %d\n", (int)sizeof(struct B), (int)sizeof(struct C));
    return 0;
}
