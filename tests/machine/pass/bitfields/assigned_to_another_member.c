// C11 6.5.16.1p3: a bit-field assigned to another member of its packed struct overlaps nothing
int printf(const char *, ...);

struct __attribute__((packed)) s {
    signed char first;
    unsigned long long words[3];
    unsigned short half;
    int bits : 20;
    unsigned more : 3;
};

static struct s all[1] = {{-2, {3, 4, 5}, 32284, 210075, 7}};

int main(void) {
    struct s *p = &all[0];
    p->words[0] = p->bits;
    p->first = p->more;
    p->bits = p->bits;
    printf("%llu %d\n", p->words[0], p->first);
    return 0;
}
