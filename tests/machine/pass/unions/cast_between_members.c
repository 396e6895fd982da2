// C11 6.5.16.1p3: what a cast yields is a value of its own, which was read from no object that overlaps
#include <stdio.h>

union U {
    int i;
    float f;
    unsigned long ul;
    double d;
};

int main(void) {
    union U u;
    u.i = 3;
    u.f = (float)u.i;
    printf("%d\n", u.f == 3.0f);
    u.d = 5.0;
    u.ul = (unsigned int)u.d;
    printf("%lu\n", u.ul);
    return 0;
}
