// C11 5.2.1p3: digits are consecutive; letters are in ASCII
#include <stdio.h>

static int upper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
static int digit(int c) { return c >= '0' && c <= '9'; }
static long parse(const char *s) {
    long v = 0;
    int neg = *s == '-';
    if (neg)
        s++;
    while (digit(*s))
        v = v * 10 + (*s++ - '0');
    return neg ? -v : v;
}
int main(void) {
    const char *t = "Hello, World 123!";
    for (const char *p = t; *p; p++)
        putchar(upper(*p));
    putchar('\n');
    printf("%ld %ld %ld\n", parse("12345"), parse("-987654321098"), parse("42abc"));
    char rot[32];
    int i = 0;
    for (; t[i]; i++) {
        char c = t[i];
        if (c >= 'a' && c <= 'z')
            c = (char)((c - 'a' + 13) % 26 + 'a');
        rot[i] = c;
    }
    rot[i] = '\0';
    puts(rot);
    return 0;
}
