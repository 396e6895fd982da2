// C11 7.22.3.3p2: free of a pointer to the second member of an allocated struct.
// rule: invalid-free
// line: 21
// output: 2

#include <stdio.h>
#include <stdlib.h>

struct s {
    long a;
    long b;
};

int main(void) {
    struct s *s = malloc(sizeof *s);
    if (!s) {
        return 1;
    }
    s->b = 2;
    printf("%ld\n", s->b);
    free(&s->b);
    return 0;
}
