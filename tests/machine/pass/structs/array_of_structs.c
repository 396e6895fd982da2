// C11 6.5.2.1: arrays of structs that hold arrays of structs
#include <stdio.h>

struct Cell { short v; char tag; };
struct Row { struct Cell c[3]; int n; };
int main(void) {
    struct Row grid[2] = {{{{1, 'a'}, {2, 'b'}}, 2}, {{{3, 'c'}, {4, 'd'}, {5, 'e'}}, 3}};
    for (struct Row *r = grid; r < grid + 2; r++) {
        for (struct Cell *c = r->c; c != r->c + r->n; c++)
            printf("%d%c ", c->v, c->tag);
        printf("| %d\n", r->c[2].v);
    }
    grid[0].c[2] = grid[1].c[0];
    grid[0].n++;
    struct Row t = grid[0];
    grid[0] = grid[1];
    grid[1] = t;
    printf("%d %d %c\n", grid[0].c[0].v, grid[1].n, grid[1].c[2].tag);
    printf("%d\n", (int)(&grid[1] - &grid[0]));
    printf("%d\n", 1[grid].c[0].v);
    return 0;
}
