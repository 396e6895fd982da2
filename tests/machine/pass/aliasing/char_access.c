// C11 6.5p7: any object may be read and written through lvalues of character type
// choice: object-representation
#include <stdio.h>

int main(void) {
    int i = 0x01020304;
    unsigned char *u = (unsigned char *)&i;
    char *c = (char *)&i;
    signed char *s = (signed char *)&i;
    printf("%d %d %d %d\n", u[0], c[1], s[2], u[3]);
    u[0] = 0xff;
    c[3] = 0;
    printf("%x\n", (unsigned)i);
    float f = 1.0f;
    for (unsigned k = 0; k < sizeof f; k++)
        printf("%02x", ((unsigned char *)&f)[k]);
    putchar('\n');
    int *p = &i;
    *(unsigned char *)p = 7;
    printf("%d\n", *p & 0xff);
    long l;
    for (unsigned k = 0; k < sizeof l; k++)
        ((unsigned char *)&l)[k] = (unsigned char)(k + 1);
    printf("%lx\n", (unsigned long)l);
    return 0;
}
