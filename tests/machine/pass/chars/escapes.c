// C11 6.4.4.4: character constants and escapes have the values of the ASCII characters
#include <stdio.h>

int main(void) {
    printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
    printf("%d %d %d %d\n", '\\', '\'', '\"', '\?');
    printf("%d %d %d\n", '\0', '\101', '\x41');
    printf("%d\n", 'A' == 65 && 'z' - 'a' == 25 && '9' - '0' == 9);
    const char s[] = "a\0b\1012\x41g";
    for (size_t i = 0; i < sizeof s; i++)
        printf("%d ", s[i]);
    putchar('\n');
    const char *j = "one" " " "t\x77" "o";
    puts(j);
    printf("%d\n", sizeof 'a' == sizeof(int));
    return 0;
}
