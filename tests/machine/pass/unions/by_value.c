// C11 6.5.2.2: unions as arguments, results, and members of returned structs
#include <stdio.h>

union V { int i; double d; char s[12]; };
struct T { char kind; union V v; };
static struct T make_i(int i) { return (struct T){'i', {.i = i}}; }
static struct T make_d(double d) { return (struct T){'d', {.d = d}}; }
static union V name(char c) {
    union V v;
    v.s[0] = c;
    v.s[1] = '!';
    v.s[2] = '\0';
    return v;
}
static double value(struct T t) { return t.kind == 'i' ? t.v.i : t.v.d; }
int main(void) {
    struct T t[2];
    t[0] = make_i(7);
    t[1] = make_d(0.125);
    printf("%g %g\n", value(t[0]), value(t[1]));
    printf("%d %s\n", make_i(-3).v.i, name('n').s);
    union V v = name('q'), w = v;
    puts(w.s);
    t[0].v = t[1].v;
    printf("%g\n", t[0].v.d);
    return 0;
}
