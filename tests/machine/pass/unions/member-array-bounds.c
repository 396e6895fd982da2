// C11 6.5.6p8: a pointer to a member of a union walks the array of that member, however long others are
#include <stdio.h>
#include <string.h>

union both {
    char x[4];
    char z[8];
};
union nested {
    struct {
        char a[2], b[2];
    } pair;
    struct {
        char all[16];
    } whole;
};

static int ends(char *from, char *to) {
    return (int)(to - from);
}

int main(void) {
    union both u;
    char *p = u.z;
    p[7] = 1;
    printf("%d\n", p[7]);
    memset(u.z, 'a', 7);
    u.z[7] = 0;
    printf("%s %d\n", u.z, (int)strlen(u.z));
    memcpy(u.z, "1234567", sizeof u.z);
    printf("%s %d\n", p + 4, ends(u.z, p + 8));

    union nested n = {{"1", "2"}};
    memset(n.whole.all, 'x', sizeof n.whole.all);
    n.whole.all[15] = 0;
    p = n.whole.all;
    printf("%d %c\n", (int)strlen(p), p[14]);
    p = n.pair.b;
    p[1] = 'y';
    printf("%c\n", n.whole.all[3]);

    union both row[2];
    for (int i = 0; i < 2; i++) {
        char *q = row[i].z;
        for (int k = 0; k < 8; k++)
            *q++ = (char)('a' + k);
    }
    printf("%.8s %.4s\n", row[0].z, row[1].x);
    return 0;
}
