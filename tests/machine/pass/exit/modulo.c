// C11 7.22.4.4p5: the status that the environment sees is reduced modulo 256
// exit: 254
// choice: exit-status
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int status = 256 * 5 - 2;
    printf("%d\n", status);
    exit(status);
}
