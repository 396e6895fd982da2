// C11 6.8.5p6: The end of a cyclic list is never found.
// rule: infinite-loop
// line: 15
// output: 1

#include <stdio.h>

struct node {
    int n;
    struct node *next;
};

static int length(const struct node *p) {
    const struct node *q = p;
    while (q) { q = q->next; }
    return 0;
}

int main(void) {
    struct node a = { 1, NULL }, b = { 2, &a };
    printf("%d\n", length(&b) + 1);
    a.next = &b;
    return length(&a);
}
