// C11 6.3.2.3p8: A void function is called as one that returns int.
// rule: wrong-function-type
// line: 13
// output: called

#include <stdio.h>

static void act(void) {
    puts("called");
}

static int run(int (*f)(void)) {
    return f();
}

int main(void) {
    act();
    return run((int (*)(void))act);
}
