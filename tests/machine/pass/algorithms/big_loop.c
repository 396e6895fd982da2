// C11 6.8.5: a loop of some hundred thousand steps with unsigned arithmetic
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint64_t x = 88172645463325252u, sum = 0;
    for (int i = 0; i < 60000; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        sum += x % 1000;
        if (x & 1)
            sum ^= i;
    }
    printf("%llu %llu\n", (unsigned long long)sum, (unsigned long long)x);
    int hist[8] = {0};
    uint32_t s = 1;
    for (int i = 0; i < 20000; i++) {
        s = s * 1664525u + 1013904223u;
        hist[s >> 29]++;
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", hist[i]);
    putchar('\n');
    return 0;
}
