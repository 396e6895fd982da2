// C11 7.24.2: memcpy, memmove with overlap, memset, memcmp and memchr
#include <stdio.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }
int main(void) {
    char a[12] = "0123456789";
    memmove(a + 2, a, 5);
    puts(a);
    memmove(a, a + 3, 5);
    puts(a);
    memcpy(a + 5, a, 3);
    puts(a);
    memset(a, 'x', 4);
    puts(a);
    printf("%d %d\n", sign(memcmp("abc", "abd", 3)), memcmp("abc", "abd", 2));
    printf("%d\n", sign(memcmp("\x80", "\x7f", 1)));
    printf("%d %d\n", (int)((char *)memchr(a, '7', 10) - a), memchr(a, 'q', 10) == NULL);
    printf("%d\n", memcpy(a, a + 6, 0) == a);
    int n[4] = {1, 2, 3, 4}, m[4];
    memcpy(m, n, sizeof m);
    memmove(m + 1, m, 3 * sizeof *m);
    printf("%d %d %d %d\n", m[0], m[1], m[2], m[3]);
    memset(n, 0, sizeof n);
    memset(n + 1, -1, sizeof *n);
    printf("%d %d %d\n", n[0], n[1], n[2]);
    return 0;
}
