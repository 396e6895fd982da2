// C11 6.5.2.3p3: a union on the heap is read through another member than the one last stored
#include <stdio.h>
#include <stdlib.h>

union word {
    int i;
    float f;
    struct {
        short low, high;
    } s;
};

int main(void) {
    union word *u = malloc(sizeof *u);
    if (!u)
        return 1;
    u->i = 0x3f800000;
    printf("%f %d\n", u->f, u->s.high);
    u->s.low = 1;
    u->s.high = 2;
    printf("%x\n", (unsigned)u->i);
    union word copy = *u;
    copy.i++;
    *u = copy;
    printf("%d %d\n", u->s.low, u->s.high);
    free(u);
    return 0;
}
