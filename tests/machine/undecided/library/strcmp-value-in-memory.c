// C11 7.24.4p1: The unspecified value of strcmp stays unspecified on its way through memory.
// rule: unspecified-read
// line: 16
// output: kept

#include <stdio.h>
#include <string.h>

struct result {
    int order;
};

int main(void) {
    struct result r = { strcmp("a", "c") };
    puts("kept");
    printf("%d\n", r.order);
    return 0;
}
