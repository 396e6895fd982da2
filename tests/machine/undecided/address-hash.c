// C11 6.3.2.3p6: A hash of a pointer selects a bucket.
// rule: address-dependent
// line: 14
// output: start

#include <stdint.h>
#include <stdio.h>

static int bucket[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };

int main(void) {
    int x = 0;
    puts("start");
    printf("%d\n", bucket[((uintptr_t)&x >> 3) & 7]);
    return 0;
}
