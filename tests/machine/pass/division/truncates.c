// C11 6.5.5p6: division truncates toward zero and (a/b)*b + a%b == a
#include <limits.h>
#include <stdio.h>

int main(void) {
    int n[] = {7, -7, 0, 1, INT_MAX, INT_MIN};
    int d[] = {2, -2, 3, -3, INT_MAX, INT_MIN};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            int q = n[i] / d[j], r = n[i] % d[j];
            printf("%d %d %d\n", q, r, q * d[j] + r == n[i]);
        }
    return 0;
}
