// C11 6.7.3p6: A library function modifies a const array.
// rule: const-write
// line: 13
// output: const

#include <stdio.h>
#include <string.h>

static const char text[8] = "const";

int main(void) {
    puts(text);
    memset((char *)text, 0, sizeof text);
    return 0;
}
