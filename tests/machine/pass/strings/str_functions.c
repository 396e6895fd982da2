// C11 7.24: strlen, strcpy, strcat, strchr and the signs of strcmp and strncmp
#include <stdio.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }
int main(void) {
    char buf[32];
    strcpy(buf, "hello");
    printf("%zu %s\n", strlen(buf), buf);
    strcat(buf, ", ");
    strcat(buf, "world");
    printf("%zu %s\n", strlen(buf), buf);
    printf("%d\n", (int)(strchr(buf, 'o') - buf));
    printf("%d %d\n", strchr(buf, 'z') == NULL, (int)(strchr(buf, '\0') - buf));
    printf("%d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("abc", "abc")), sign(strcmp("abc", "ab")));
    printf("%d\n", sign(strcmp("\xff", "a")));
    printf("%d %d\n", sign(strncmp("abcx", "abcy", 3)), sign(strncmp("abcx", "abcy", 4)));
    printf("%d %d\n", strncmp("a", "b", 0), sign(strncmp("ab", "ab", 10)));
    printf("%d\n", strcpy(buf, "") == buf);
    printf("%zu\n", strlen(buf));
    return 0;
}
