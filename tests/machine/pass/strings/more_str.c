// C11 7.24: strncpy pads or leaves out the terminator, strncat terminates, strrchr and strstr find
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[8];
    memset(b, '#', sizeof b);
    strncpy(b, "ab", 5);
    for (int i = 0; i < 8; i++)
        printf("%d ", b[i]);
    putchar('\n');
    strncpy(b, "abcdefgh", 8);
    printf("%.8s\n", b);
    char c[10] = "xy";
    strncat(c, "12345", 3);
    puts(c);
    const char *s = "a.b.c";
    printf("%s %s\n", strrchr(s, '.'), strstr(s, "b."));
    printf("%d %d\n", strstr(s, "x") == NULL, strstr(s, "") == s);
    return 0;
}
