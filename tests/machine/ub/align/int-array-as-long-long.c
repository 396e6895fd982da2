// C11 6.3.2.3p7: The second int of an aligned array is converted to long long *.
// rule: misaligned
// line: 11
// output: 2

#include <stdio.h>

int main(void) {
    _Alignas(8) int a[4] = { 1, 2, 3, 4 };
    printf("%d\n", a[1]);
    long long *p = (long long *)&a[1];
    return p == 0;
}
