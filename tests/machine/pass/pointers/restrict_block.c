// C11 6.7.3.1p4: restrict pointers in blocks that keep their promises

#include <stdio.h>
#include <stdlib.h>

static int alone[3] = { 3, 4, 5 };
static int *restrict outer;

static int sum(int n, int *restrict from) {
    int total = 0;
    {
        /* Copied into a block further in. */
        int *restrict p = from;
        for (int i = 0; i < n; i++) {
            total += p[i];
        }
    }
    return total;
}

int main(void) {
    int a[3] = { 1, 2, 3 }, b[3] = { 4, 5, 6 }, c = 7;
    outer = alone;
    printf("%d\n", sum(3, outer));
    {
        int *restrict p = a;
        int *restrict q = b;
        for (int i = 0; i < 3; i++) {
            *p++ += q[i];
        }
    }
    {
        /* Nobody modifies it. */
        const int *restrict p = &c;
        int copy = *p + c;
        copy++;
        if (copy != 15) {
            return 1;
        }
    }
    int *restrict heap = malloc(3 * sizeof(int));
    if (heap == NULL) {
        return 1;
    }
    heap[0] = 8;
    printf("%d %d %d\n", a[0], a[2], heap[0]);
    free(heap);
    return 0;
}
