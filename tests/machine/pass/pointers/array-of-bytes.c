// C11 6.3.2.3p7, 6.5p7: an array of characters on top of another object gives its bytes
// choice: object-representation
#include <stdio.h>

int main(void) {
    unsigned a[2] = {0x01020304u, 0x05060708u};
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += (*(char(*)[]) & a[0])[i];
    printf("%d\n", sum);
    char(*rows)[4] = (char(*)[4])a;
    printf("%d\n", rows[1][0] + rows[1][1] + rows[1][2] + rows[1][3]);
    char b[4] = "abc";
    printf("%c\n", (*(char(*)[]) & b[0])[1]);
    printf("%c\n", (*(char(*)[2]) & b[1])[1]);
    return 0;
}
