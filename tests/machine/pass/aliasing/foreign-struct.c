// C11 6.5p7: the lvalue that accesses counts, not the structure that it is a member of
#include <stdio.h>

struct container {
    unsigned char data[2];
};
struct wrapped {
    int value;
};
struct deep {
    struct wrapped w;
};

static int get(struct container *p) {
    return p->data[1];
}

int main(void) {
    unsigned char space[6] = {1, 2, 3, 4, 5, 6};
    printf("%d\n", get((struct container *)space));
    printf("%d\n", get((struct container *)(space + 2)));

    int x = 5;
    struct deep *d = (struct deep *)&x;
    d->w.value++;
    printf("%d %d\n", x, d->w.value);
    struct wrapped seven = {7};
    d->w = seven;
    printf("%d\n", x);
    x = 8;
    struct wrapped copy = d->w;
    printf("%d\n", copy.value);
    return 0;
}
