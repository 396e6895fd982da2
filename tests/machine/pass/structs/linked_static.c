// C11 6.7.9p4: static structs may point at each other in their initialisers
#include <stdio.h>

struct N { int v; struct N *next; const char *name; };
extern struct N a;
static struct N c = {3, &a, "c"};
static struct N b = {2, &c, "b"};
struct N a = {1, &b, "a"};
int main(void) {
    struct N *p = &a;
    for (int i = 0; i < 7; i++) {
        printf("%s%d ", p->name, p->v);
        p->v *= 2;
        p = p->next;
    }
    putchar('\n');
    printf("%d\n", a.next->next->next == &a);
    b.next = b.next->next;
    printf("%s\n", a.next->next->name);
    return 0;
}
