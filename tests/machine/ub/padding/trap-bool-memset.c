// C11 6.2.6.1p5: An array of _Bool is set with memset to a byte that is neither 0 nor 1.
// rule: trap-representation
// line: 15
// output: 1

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool flags[3];

static bool any(const bool *f, int n) {
    bool r = false;
    for (int i = 0; i < n; i++) {
        r |= f[i];
    }
    return r;
}

int main(void) {
    memset(flags, 1, sizeof flags);
    printf("%d\n", any(flags, 3));
    memset(flags, 'y', sizeof flags);
    printf("%d\n", any(flags, 3));
    return 0;
}
