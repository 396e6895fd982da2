// C11 6.5p7: The bits of a float are read through a pointer to int.
// rule: effective-type
// line: 10
// output: 1.0

#include <stdint.h>
#include <stdio.h>

static uint32_t bits(const float *f) {
    return *(const uint32_t *)f;
}

int main(void) {
    float f = 1.0f;
    printf("%.1f\n", f);
    printf("%x\n", (unsigned)bits(&f));
    return 0;
}
