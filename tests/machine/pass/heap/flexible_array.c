// C11 6.7.2.1p18: a flexible array member takes what the allocation holds beyond the struct
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Str { size_t len; char text[]; };
static struct Str *make(const char *s) {
    size_t n = strlen(s);
    struct Str *r = malloc(sizeof *r + n + 1);
    r->len = n;
    memcpy(r->text, s, n + 1);
    return r;
}
static struct Str *join(const struct Str *a, const struct Str *b) {
    struct Str *r = malloc(sizeof *r + a->len + b->len + 1);
    r->len = a->len + b->len;
    strcpy(r->text, a->text);
    strcat(r->text, b->text);
    return r;
}
int main(void) {
    struct Str *a = make("flexible "), *b = make("member");
    struct Str *c = join(a, b);
    printf("%zu %s %d\n", c->len, c->text, sizeof(struct Str) == sizeof(size_t));
    c->text[0] = 'F';
    puts(c->text);
    free(a);
    free(b);
    free(c);
    return 0;
}
