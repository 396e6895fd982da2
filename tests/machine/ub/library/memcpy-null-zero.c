// C11 7.24.1p2: A null pointer is invalid even when the length is zero.
// rule: library-argument
// line: 10
// output: ab

#include <stdio.h>
#include <string.h>

static void append(char *to, const char *from, size_t n) {
    memcpy(to, from, n);
}

int main(void) {
    char to[3] = "";
    append(to, "ab", 3);
    puts(to);
    append(to, NULL, 0);
    return 0;
}
