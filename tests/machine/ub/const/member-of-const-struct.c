// C11 6.7.3p6: A member of a struct that was defined const, through a pointer to the struct.
// rule: const-write
// line: 18
// output: 1

#include <stdio.h>

struct s {
    char name[4];
    unsigned flag : 1;
};

static const struct s fixed = { "abc", 1 };

int main(void) {
    struct s *p = (struct s *)&fixed;
    printf("%d\n", (int)p->flag);
    p->flag = 0;
    return 0;
}
