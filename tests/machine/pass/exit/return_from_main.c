// C11 5.1.2.2.3: return from main is exit with that value
// exit: 42
#include <stdio.h>

static int value(void) { return 6 * 7; }
int main(void) {
    int v = value();
    printf("%d\n", v);
    {
        if (v > 40)
            return v;
    }
    puts("never");
    return 0;
}
