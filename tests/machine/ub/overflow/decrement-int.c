// C11 6.5p5: -- on an int that holds INT_MIN.
// TRAPS: INT_MIN hidden in --
// rule: signed-overflow
// line: 19
// output: down

#include <limits.h>
#include <stdio.h>

struct counter {
    char name;
    int value;
};

int main(void) {
    struct counter c = { 'c', INT_MIN + 1 };
    c.value--;
    puts("down");
    c.value--;
    printf("%d\n", c.value);
    return 0;
}
