// C11 6.7.3.1p4: a restrict pointer to const; what is modified in the call lies before it, or elsewhere
#include <stdio.h>

static int count;

static int sum(const int *restrict p, int n)
{
    int i, total = 0;
    for (i = 0; i < n; i++, count++)
        total += p[i];
    return total;
}

static void shift(int *to, const int *restrict from, int n)
{
    while (n-- > 0)
        *to++ = *from++;
}

int main(void)
{
    int a[6] = {1, 2, 3, 4, 5, 6};
    shift(a, a + 3, 3);
    printf("%d\n", sum(a, 6));
    printf("%d %d\n", a[0], count);
    return 0;
}
