// C11 6.5.2.3p4: -> through the null pointer at the end of a list.
// rule: null-dereference
// line: 18
// output: 1
// output: 2

#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node b = { 2, NULL }, a = { 1, &b };
    struct node *p = &a;
    for (int i = 0; i < 3; i++) {
        printf("%d\n", p->value);
        p = p->next;
    }
    return 0;
}
