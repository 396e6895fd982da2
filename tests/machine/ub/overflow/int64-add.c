// C11 6.5p5: The Fibonacci numbers leave int64_t.
// rule: signed-overflow
// line: 12
// output: 7540113804746346429

#include <stdint.h>
#include <stdio.h>

int main(void) {
    int64_t a = 0, b = 1;
    for (int i = 0; i < 100; i++) {
        int64_t next = a + b;
        a = b;
        b = next;
        if (i == 90) {
            printf("%lld\n", (long long)b);
        }
    }
    return 0;
}
