// C11 6.5p2: p->next = p = q modifies p, which the left operand reads.
// TRAPS: p->f = g() where g changes p (its form without a call)
// rule: unsequenced
// line: 18
// output: 1

#include <stdio.h>

struct node {
    int n;
    struct node *next;
};

int main(void) {
    struct node a = { 1, NULL }, b = { 2, NULL };
    struct node *p = &a, *q = &b;
    printf("%d\n", p->n);
    p->next = p = q;
    return a.next == NULL;
}
