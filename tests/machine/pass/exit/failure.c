// C11 7.22.4.4: EXIT_FAILURE is 1 on every supported system
// exit: 1
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d\n", EXIT_SUCCESS);
    if (EXIT_FAILURE)
        exit(EXIT_FAILURE);
    exit(EXIT_SUCCESS);
}
