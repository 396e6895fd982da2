// C11 6.5p7: a member of another type than the object's
// rule: effective-type
// line: 12
#include <stdio.h>

struct wrapped {
    float value;
};
int main(void) {
    int x = 5;
    struct wrapped *w = (struct wrapped *)&x;
    printf("%d\n", w->value > 0);
    return 0;
}
