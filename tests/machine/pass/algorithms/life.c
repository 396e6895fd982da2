// C11 6.5.2.1: the game of life on a torus with two buffers swapped by pointers
#include <stdio.h>

enum { N = 8 };
typedef char grid[N][N];
static void step(char (*to)[N], char (*from)[N]) {
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy)
                        n += from[(y + dy + N) % N][(x + dx + N) % N];
            to[y][x] = n == 3 || (n == 2 && from[y][x]);
        }
}
int main(void) {
    grid a = {{0, 1, 0}, {0, 0, 1}, {1, 1, 1}}, b;
    char (*cur)[N] = a, (*next)[N] = b;
    for (int g = 0; g < 10; g++) {
        step(next, cur);
        char (*t)[N] = cur;
        cur = next;
        next = t;
    }
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < N; x++)
            putchar(cur[y][x] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
