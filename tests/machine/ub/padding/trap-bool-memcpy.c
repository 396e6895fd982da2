// C11 6.2.6.1p5: memcpy puts 255 into a _Bool member, which a condition reads.
// rule: trap-representation
// line: 19
// output: 0

#include <stdio.h>
#include <string.h>

struct flags {
    char name;
    _Bool on;
};

int main(void) {
    struct flags f = { 'f', 0 };
    unsigned char all = 255;
    printf("%d\n", f.on);
    memcpy(&f.on, &all, 1);
    if (f.on) {
        puts("on");
    }
    return 0;
}
