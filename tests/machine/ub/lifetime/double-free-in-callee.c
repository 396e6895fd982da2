// C11 7.22.3.3p2: A second owner frees what the first has freed.
// rule: double-free
// line: 15
// output: two owners

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct owner {
    uintptr_t handle;
};

static void drop(struct owner *o) {
    free((void *)o->handle);
    o->handle = 0;
}

int main(void) {
    struct owner a = { (uintptr_t)malloc(8) };
    struct owner b = a;
    puts("two owners");
    drop(&a);
    drop(&b);
    return 0;
}
