// C11 6.2.6.1p6: Padding is copied into an int, whose value is then read.
// rule: unspecified-read
// line: 20
// output: 1

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct s {
    uint8_t a;
    uint32_t b;
};

int main(void) {
    struct s s = { 1, 2 };
    uint32_t word;
    memcpy(&word, &s, sizeof word);
    printf("%d\n", s.a);
    printf("%x\n", (unsigned)word);
    return 0;
}
