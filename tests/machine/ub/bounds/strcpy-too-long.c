// C11 7.24.2.3: strcpy has no room for the terminator.
// rule: out-of-bounds
// line: 13
// output: abc

#include <stdio.h>
#include <string.h>

int main(void) {
    char to[4];
    const char *words[] = { "abc", "abcd" };
    for (int i = 0; i < 2; i++) {
        strcpy(to, words[i]);
        puts(to);
    }
    return 0;
}
