// C11 6.3.2.3p5: The usual sentinel (T *)-1 is dereferenced.
// rule: invalid-pointer
// line: 17
// output: 9

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char *lookup(char *s, int ok) {
    return ok ? s : (char *)-1;
}

int main(void) {
    char text[] = "9";
    printf("%c\n", *lookup(text, 1));
    printf("%c\n", *lookup(text, 0));
    return 0;
}
