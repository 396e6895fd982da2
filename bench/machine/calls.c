/* Nested loops with calls and recursion. */
int printf(const char *, ...);

static unsigned mix(unsigned a, unsigned b, unsigned c)
{
    return (a & b) | (c & ~a);
}

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    unsigned total = 0;
    for (unsigned i = 0; i < 80; i++)
        for (unsigned j = 0; j < 80; j++)
            for (unsigned k = 0; k < 80; k++)
                total ^= mix(i, j * 3, k + total);
    total ^= (unsigned)fib(22);
    printf("%u\n", total);
    return 0;
}
