// C11 6.3.2.3p7: A record read at an odd offset of a byte buffer, in a callee, on the second record.
// rule: misaligned
// line: 11
// output: 0

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint16_t length(const unsigned char *at) {
    return *(const uint16_t *)at;
}

int main(void) {
    unsigned char *buf = calloc(16, 1);
    if (!buf) {
        return 1;
    }
    for (int at = 0; at < 6; at += 3) {
        printf("%d\n", length(buf + at));
    }
    free(buf);
    return 0;
}
