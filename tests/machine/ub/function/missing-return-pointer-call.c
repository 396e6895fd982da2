// C11 6.9.1p12: The function is called through a pointer, and returns a struct.
// rule: missing-return-value
// line: 22
// output: 1

#include <stdio.h>

struct pair {
    int a, b;
};

static struct pair make(int n) {
    struct pair p = { n, n };
    if (n > 0) {
        return p;
    }
}

int main(void) {
    struct pair (*f)(int) = make;
    printf("%d\n", f(1).a);
    struct pair q = f(0);
    printf("%d\n", q.a);
    return 0;
}
