// C11 6.5.2.2p10: an argument that ends the program does not protect the others
// rule: division-by-zero
// line: 15
#include <stdlib.h>

static int quit(void) {
    exit(0);
}
static int sum(int a, int b) {
    return a + b;
}

int main(void) {
    int zero = 0;
    return sum(quit(), 1 / zero);
}
