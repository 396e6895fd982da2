// C11 6.3.2.3: pointers, their bytes and their integers have four bytes on ILP32
// target: ilp32
// choice: type-size
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct N { struct N *next; char c; };
int main(void) {
    struct N a = {0, 'a'}, b = {&a, 'b'};
    printf("%zu %zu %zu\n", sizeof(struct N), sizeof(ptrdiff_t), sizeof(uintptr_t));
    struct N *p;
    unsigned char raw[4];
    memcpy(raw, &b.next, 4);
    memcpy(&p, raw, 4);
    printf("%c\n", p->c);
    int x[5] = {1, 2, 3, 4, 5};
    int *q = (int *)(uintptr_t)&x[2];
    printf("%d %d\n", *q, (int)(&x[4] - q));
    unsigned u = (unsigned)&x[1];
    *(int *)u = 20;
    printf("%d\n", x[1]);
    return 0;
}
