// C11 7.22.3.4: an allocated array of allocated rows, and one block of arrays
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = 4, **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++) {
        m[i] = malloc((i + 1) * sizeof **m);
        for (int j = 0; j <= i; j++)
            m[i][j] = j == 0 || j == i ? 1 : m[i - 1][j - 1] + m[i - 1][j];
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            printf("%d ", m[i][j]);
        free(m[i]);
    }
    putchar('\n');
    free(m);
    int(*g)[3] = malloc(2 * sizeof *g);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            g[i][j] = i * 10 + j;
    printf("%d %d %d\n", g[1][2], *g[1], (int)(&g[1] - g));
    free(g);
    return 0;
}
