// C11 6.5p7: A struct of floats is copied through a pointer to a struct of ints.
// rule: effective-type
// line: 20
// output: 1.0

#include <stdio.h>

struct point {
    float x, y;
};

struct pixel {
    int x, y;
};

int main(void) {
    struct point a = { 1, 2 };
    struct pixel b;
    printf("%.1f\n", a.x);
    b = *(struct pixel *)&a;
    printf("%d\n", b.x);
    return 0;
}
