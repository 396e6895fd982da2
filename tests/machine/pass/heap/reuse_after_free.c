// C11 7.22.3.3: freeing, forgetting the pointer and allocating again, many times
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = NULL;
    unsigned sum = 0;
    for (int i = 1; i <= 50; i++) {
        p = malloc((size_t)i * 3);
        memset(p, i, (size_t)i * 3);
        sum = sum * 7 + (unsigned char)p[i];
        free(p);
        p = NULL;
    }
    printf("%u %d\n", sum, p == NULL);
    int *a = malloc(sizeof *a), *b;
    *a = 5;
    b = a;
    a = NULL;
    printf("%d\n", *b);
    free(b);
    b = malloc(2 * sizeof *b);
    b[1] = 6;
    b[0] = b[1] + 1;
    printf("%d\n", b[0]);
    free(b);
    return 0;
}
