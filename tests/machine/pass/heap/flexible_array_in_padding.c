// C11 6.7.2.1p18: what a flexible array member covers is no padding: other stores leave it alone
#include <stdio.h>
#include <stdlib.h>

struct text {
    int size;
    char tag;
    char data[];
};

int main(void) {
    struct text *t = malloc(sizeof *t + 8);
    if (!t)
        return 1;
    for (int i = 0; i < 6; i++)
        t->data[i] = (char)('a' + i);
    t->tag = 1;
    t->size = 6;
    for (int i = 0; i < t->size; i++)
        printf("%c", t->data[i]);
    printf(" %d\n", t->tag);
    free(t);
    return 0;
}
