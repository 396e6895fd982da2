// C11 6.2.4p2: Access to a local variable of a function that has returned, by way of an integer.
// rule: dangling-access
// line: 17
// output: called

#include <stdint.h>
#include <stdio.h>

static uintptr_t leak(void) {
    char buffer[4] = "abc";
    puts("called");
    return (uintptr_t)buffer;
}

int main(void) {
    uintptr_t address = leak();
    putchar(*(char *)address);
    return 0;
}
