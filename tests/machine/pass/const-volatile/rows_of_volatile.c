// C11 6.7.3p9: the qualifiers of an array are those of its elements, so that the row behind a
// pointer to rows of volatile elements is no lvalue that lost them
#include <stdio.h>

static volatile int rows[3][2] = {{1, 2}, {3, 4}, {5, 6}};
static int target;
static int *volatile pointers[3][1];

int main(void) {
    volatile int (*row)[2];
    int sum = 0, i = 1;
    for (row = rows; row < rows + 3; row++) {
        (*row)[1] += 10;
        sum += (*row)[0] + row[0][1];
    }
    (*(pointers + i))[0] = &target;
    **(*(pointers + i)) = 7;
    printf("%d %d %d\n", sum, target, (*(rows + i))[i]);
    return 0;
}
