// C11 6.5p7: Half of an int is written through a pointer to unsigned short.
// rule: effective-type
// line: 13
// output: 0

#include <stdio.h>

static int word;

int main(void) {
    unsigned short *half = (unsigned short *)&word;
    printf("%d\n", word);
    half[0] = 1;
    printf("%d\n", word);
    return 0;
}
