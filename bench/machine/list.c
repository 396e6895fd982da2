/* Pointer chasing: a linked list is built, reversed and summed, over and over. */
int printf(const char *, ...);

struct node {
    struct node *next;
    int value;
};

static struct node nodes[1000];

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 1000; i++) {
        struct node *n = &nodes[(i * 379) % 1000];
        n->value = i;
        n->next = head;
        head = n;
    }
    unsigned total = 0;
    for (int round = 0; round < 600; round++) {
        struct node *reversed = 0;
        while (head) {
            struct node *next = head->next;
            head->next = reversed;
            reversed = head;
            head = next;
        }
        head = reversed;
        for (struct node *n = head; n; n = n->next)
            total = total * 3 + (unsigned)n->value;
    }
    printf("%u\n", total);
    return 0;
}
