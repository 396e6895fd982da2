exec "$0" -mmcu=atmega1284p "$@" -x c - << 'END'
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
int putchar(int c) { while (!(UCSR0A & (1 << UDRE0))) {} UDR0 = c; return c; }
void exit(int status) {
    int unit = 100;
    putchar('@');
    for (; unit; unit /= 10) putchar('0' + (status & 255) / unit % 10);
    putchar('\n');
    cli(); sleep_enable(); for (;;) sleep_cpu();
}
END
