// C11 6.3.2.1p2: One member of a local struct was never set; copying the struct is fine, reading the member is not.
// rule: uninitialised-read
// line: 17
// output: 1

#include <stdio.h>

struct pair {
    int a, b;
};

int main(void) {
    struct pair p, q;
    p.a = 1;
    q = p;
    printf("%d\n", q.a);
    printf("%d\n", q.b);
    return 0;
}
