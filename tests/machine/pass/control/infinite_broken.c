// C11 6.8.5p6: loops with a constant condition may run without side effects for as long as they like before they leave
#include <stdio.h>

static unsigned lcg(unsigned s) { return s * 69069u + 1u; }
int main(void) {
    unsigned s = 1, n = 0;
    for (;;) {
        s = lcg(s);
        n++;
        if ((s >> 20) == 0x123)
            break;
    }
    printf("%u %u\n", n, s);
    while (1) {
        if (n-- < 10)
            goto out;
    }
out:
    printf("%u\n", n);
    int i = 6, c = 0;
    do {
        i -= 4;
        c++;
    } while (i != -6);
    printf("%d\n", c);
    return 0;
}
