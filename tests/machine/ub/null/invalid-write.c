// C11 6.3.2.3p5: A device register at a fixed address, as in a program for another machine.
// rule: invalid-pointer
// line: 17
// output: start

#include <stdint.h>
#include <stdio.h>

struct port {
    uint32_t data;
    uint32_t control;
};

int main(void) {
    volatile struct port *port = (volatile struct port *)0x40000000;
    puts("start");
    port->control = 1;
    return 0;
}
