/* Structs and bit-fields: stores, reads and whole copies. */
int printf(const char *, ...);

struct packet {
    unsigned kind : 3;
    signed delta : 13;
    unsigned flag : 1;
    unsigned : 0;
    unsigned long long count : 20;
    int plain;
};

static struct packet ring[16];

int main(void)
{
    for (int i = 0; i < 60000; i++) {
        struct packet *p = &ring[i & 15];
        p->kind = (unsigned)i;
        p->delta = (i % 8000) - 4000;
        p->flag ^= 1;
        p->count += p->kind + (unsigned)(p->delta & 7);
        p->plain ^= p->delta;
        ring[(i + 1) & 15] = *p;
    }
    unsigned total = 0;
    for (int i = 0; i < 16; i++)
        total = total * 17 + ring[i].kind + (unsigned)ring[i].delta + ring[i].flag
                + (unsigned)ring[i].count + (unsigned)ring[i].plain;
    printf("%u\n", total);
    return 0;
}
