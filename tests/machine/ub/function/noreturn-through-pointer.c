// C11 6.7.4p8: The _Noreturn function is called through a pointer, which does not know of it.
// rule: noreturn-returned
// line: 20
// output: 0
// output: 1

#include <stdio.h>

static _Noreturn void stop(int n) {
    printf("%d\n", n);
}

static void go_on(int n) {
    printf("%d\n", n);
}

int main(void) {
    void (*steps[2])(int) = { go_on, stop };
    for (int i = 0; i < 2; i++) {
        steps[i](i);
    }
    return 0;
}
