// C11 6.5.8p5: The loop runs to the end of another array.
// rule: pointer-comparison
// line: 17
// output: start

#include <stdio.h>

struct two {
    int a[2];
    int b[2];
};

int main(void) {
    struct two x = { { 1, 2 }, { 3, 4 } }, y = { { 5, 6 }, { 7, 8 } };
    int sum = 0;
    puts("start");
    for (int *p = x.a; p < y.a + 2; p++) {
        sum += *p;
    }
    return sum;
}
