// C11 6.5p7: The address of an int member, converted to a pointer to float.
// rule: effective-type
// line: 17
// output: 1

#include <stdio.h>

struct s {
    char c;
    int i[2];
};

int main(void) {
    struct s s = { 'c', { 1, 2 } };
    float *f = (float *)&s.i[1];
    printf("%d\n", s.i[0]);
    *f = 1.0f;
    return s.i[1] == 2;
}
