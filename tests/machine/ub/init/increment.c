// C11 6.3.2.1p2: ++ reads the counter that nobody has set.
// rule: uninitialised-read
// line: 13
// output: counting

#include <stdio.h>

int main(void) {
    unsigned long count;
    puts("counting");
    for (const char *s = "aba"; *s; s++) {
        if (*s == 'b') {
            count++;
        }
    }
    printf("%lu\n", count);
    return 0;
}
