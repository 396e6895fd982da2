// C11 6.7.5: _Alignas raises the alignment of an object, so its address may be converted to a stricter type
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct S { char c; _Alignas(8) char d[3]; };
int main(void) {
    _Alignas(8) unsigned char buf[16] = {0};
    _Alignas(int) char c = 'c';
    printf("%zu %zu\n", offsetof(struct S, d), sizeof(struct S));
    long v = 0x0102030405060708;
    memcpy(buf + 8, &v, sizeof v);
    printf("%d %d %c\n", buf[8], buf[15], c);
    void *p = (long *)(void *)buf;
    printf("%d\n", p == (void *)buf);
    return 0;
}
