// C11 6.7.6.3p7: arguments for a[static n] may have more elements, or be the rest of an array

#include <stdio.h>

static int sum(int a[static 3], const int b[static const 2]) {
    return a[0] + a[1] + a[2] + b[1];
}

int main(void) {
    int grid[2][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };
    printf("%d %d\n", sum(grid[0], grid[1]), sum(&grid[1][1], &grid[1][2]));
    return 0;
}
