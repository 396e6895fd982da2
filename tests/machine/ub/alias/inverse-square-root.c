// C11 6.5p7: The well-known trick changes a float through a pointer to int.
// rule: effective-type
// line: 12
// output: 4.0

#include <stdint.h>
#include <stdio.h>

int main(void) {
    float x = 4.0f;
    printf("%.1f\n", x);
    int32_t i = 0x5f3759df - (*(int32_t *)&x >> 1);
    printf("%d\n", (int)i);
    return 0;
}
