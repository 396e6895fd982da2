// C11 6.8.5p6: An unsigned char is always below 256.
// rule: infinite-loop
// line: 10
// output: start

#include <stdio.h>

int main(void) {
    puts("start");
    for (unsigned char i = 0; i < 256; i++) {
    }
    return 0;
}
