// C11 6.8.4.2p2: case labels may lie inside a loop (Duff's device)
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
        } while (--n > 0);
    }
}
int main(void) {
    char buf[40];
    const char *s = "the quick brown fox jumps over it";
    for (int n = 1; n <= 33; n += 4) {
        copy(buf, s, n);
        buf[n] = 0;
        puts(buf);
    }
    return 0;
}
