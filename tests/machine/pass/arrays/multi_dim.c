// C11 6.5.2.1p3: multidimensional arrays are stored row by row
#include <stdio.h>

static int a[2][3][4];
int main(void) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                a[i][j][k] = n++;
    printf("%d %d %d\n", a[1][2][3], a[0][2][0], a[1][0][1]);
    printf("%d\n", *(*(*(a + 1) + 2) + 1));
    int(*row)[4] = a[1];
    printf("%d %d\n", row[2][0], (*row)[3]);
    int(*plane)[3][4] = a;
    printf("%d %d\n", plane[1][1][1], (int)(a[1] + 3 - a[1]));
    printf("%d %d\n", (int)(&a[1][2] - &a[1][0]), (int)(&a[0][1][3] - &a[0][1][0]));
    printf("%d %d\n", (int)(sizeof a / sizeof a[0]), (int)(sizeof a[0][0] / sizeof(int)));
    int sum = 0;
    for (int(*p)[3][4] = a; p < a + 2; p++)
        for (int(*q)[4] = *p; q < *p + 3; q++)
            for (int *r = *q; r < *q + 4; r++)
                sum += *r;
    printf("%d\n", sum);
    return 0;
}
