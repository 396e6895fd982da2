// C11 6.4.5p7: A function that works on an array is handed a literal.
// rule: string-literal-write
// line: 12
// output: cba

#include <stdio.h>
#include <string.h>

static char *reverse(char *s) {
    for (char *a = s, *b = s + strlen(s) - 1; a < b; a++, b--) {
        char c = *a;
        *a = *b;
        *b = c;
    }
    return s;
}

int main(void) {
    char array[] = "abc";
    puts(reverse(array));
    puts(reverse("abc"));
    return 0;
}
