// C11 7.21.6.5: snprintf returns the length it would have needed and always terminates
#include <stdio.h>

int main(void) {
    char b[8];
    int n = snprintf(b, sizeof b, "%d-%s", 12, "abc");
    printf("%d [%s]\n", n, b);
    n = snprintf(b, sizeof b, "%s", "much too long");
    printf("%d [%s]\n", n, b);
    n = snprintf(b, 1, "%d", 12345);
    printf("%d [%s]\n", n, b);
    n = snprintf(NULL, 0, "%05d|%x", 42, 255u);
    printf("%d\n", n);
    b[0] = 'k';
    n = snprintf(b, 0, "ignored");
    printf("%d %c\n", n, b[0]);
    char big[64], *p = big;
    for (int i = 0; i < 5; i++)
        p += sprintf(p, "%d,", i * i);
    p[-1] = '\0';
    printf("%s %d\n", big, (int)(p - big));
    n = sprintf(b, "%c%c%c", 'a', 0, 'c');
    printf("%d %s %c\n", n, b, b[2]);
    return 0;
}
