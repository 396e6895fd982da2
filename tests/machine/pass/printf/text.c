// C11 7.21.6.1p8: %c, %s and %% with width and precision, and the number of characters returned
#include <stdio.h>

int main(void) {
    int n = printf("[%c] [%3c] [%-3c]\n", 'a', 'b', 'c');
    printf("%d\n", n);
    n = printf("[%s] [%6s] [%-6s] [%.2s] [%6.2s] [%.10s] [%.0s]\n", "abc", "abc", "abc", "abc", "abc", "abc", "abc");
    printf("%d\n", n);
    char raw[3] = {'x', 'y', 'z'};
    printf("[%.3s] [%.*s] [%*s]\n", raw, 2, raw, -5, "l");
    printf("100%%\n");
    n = printf("%s", "");
    printf("%d %d\n", n, printf("a\n") * 10);
    printf("no conversion\n");
    printf("%s%c%s", "a", '\n', "b\n");
    return 0;
}
