// C11 7.22.3: a chained hash table with allocated entries
#include <stdio.h>
#include <stdlib.h>

struct E { struct E *next; unsigned key; int val; };
static struct E *table[16];
static unsigned hash(unsigned k) { return (k * 2654435761u) >> 28; }
static int *find(unsigned key) {
    struct E **e = &table[hash(key)];
    for (; *e; e = &(*e)->next)
        if ((*e)->key == key)
            return &(*e)->val;
    *e = malloc(sizeof **e);
    **e = (struct E){.key = key};
    return &(*e)->val;
}
int main(void) {
    unsigned s = 1;
    for (int i = 0; i < 200; i++) {
        s = s * 1664525u + 1013904223u;
        *find(s >> 26) += i;
    }
    int entries = 0, longest = 0;
    for (int i = 0; i < 16; i++) {
        int n = 0;
        for (struct E *e = table[i]; e; e = e->next)
            n++;
        entries += n;
        longest = n > longest ? n : longest;
    }
    printf("%d %d %d %d\n", entries, longest, *find(3), *find(40));
    for (int i = 0; i < 16; i++)
        for (struct E *e = table[i], *n; e; e = n) {
            n = e->next;
            free(e);
        }
    return 0;
}
