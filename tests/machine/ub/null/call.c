// C11 6.5.3.2p4, 6.5.2.2: A call through a null function pointer.
// rule: null-dereference
// line: 15
// output: hello

#include <stdio.h>

static void hello(void) {
    puts("hello");
}

int main(void) {
    void (*table[2])(void) = { hello };
    for (int i = 0; i < 2; i++) {
        table[i]();
    }
    return 0;
}
