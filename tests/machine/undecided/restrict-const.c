// C11 6.7.3.1p4: what a restrict pointer to const is used to read must not be modified in the call, not even through itself
// line: 18

static int change(int *p)
{
    *p = 10;
    return 0;
}

static int read(const int *restrict p)
{
    return change((int *)p) + *p;
}

int main(void)
{
    int x = 5;
    return read(&x);
}
