// C11 7.22.4.4: exit from a nested call ends the program with its status
// exit: 3
#include <stdio.h>
#include <stdlib.h>

static void deep(int n) {
    printf("%d\n", n);
    if (n == 3)
        exit(n);
    deep(n + 1);
    puts("never");
}
int main(void) {
    deep(0);
    puts("never");
    return 1;
}
