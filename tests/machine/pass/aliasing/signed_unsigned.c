// C11 6.5p7: the signed and unsigned types of one rank may access each other's objects, qualified or not
#include <stdio.h>

static int both(int *a, unsigned *b) {
    *a = -1;
    *b -= 1;
    return *a;
}
int main(void) {
    int i = 5;
    unsigned *u = (unsigned *)&i;
    *u = 0xfffffffe;
    printf("%d\n", i);
    printf("%d\n", both(&i, (unsigned *)&i));
    long l = -1;
    printf("%lu\n", *(unsigned long *)&l);
    const int *c = &i;
    volatile int *v = &i;
    *v = 9;
    printf("%d ", *c);
    printf("%d\n", *(const volatile unsigned *)&i);
    unsigned short s[2] = {65535, 1};
    short *p = (short *)s;
    printf("%d %d\n", p[0], p[1]);
    enum E { A, B } e = B;
    printf("%d\n", e);
    return 0;
}
