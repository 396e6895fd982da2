/* The sieve of Eratosthenes: byte array, strided loops. */
int printf(const char *, ...);

static unsigned char composite[200000];

int main(void)
{
    int count = 0;
    for (int i = 2; i < 200000; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j < 200000; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    return 0;
}
