// C11 6.2.4p2: A list is freed by a loop that reads the next pointer from the freed node.
// rule: indeterminate-pointer
// line: 24
// output: freeing

#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) {
            return 1;
        }
        n->next = head;
        head = n;
    }
    puts("freeing");
    for (struct node *n = head; n; n = n->next) {
        free(n);
    }
    return 0;
}
