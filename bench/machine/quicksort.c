/* Quicksort of pseudo-random numbers: pointers into an array, comparisons, recursion. */
int printf(const char *, ...);

static int data[20000];

static void sort(int *lo, int *hi)
{
    while (hi - lo > 1) {
        int pivot = lo[(hi - lo) / 2];
        int *i = lo, *j = hi - 1;
        while (i <= j) {
            while (*i < pivot)
                i++;
            while (*j > pivot)
                j--;
            if (i <= j) {
                int t = *i;
                *i = *j;
                *j = t;
                i++;
                if (j == lo)
                    break;
                j--;
            }
        }
        if (j + 1 - lo < hi - i) {
            sort(lo, j + 1);
            lo = i;
        } else {
            sort(i, hi);
            hi = j + 1;
        }
    }
}

int main(void)
{
    unsigned x = 12345;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 20000; i++) {
            x = x * 1103515245u + 12345u;
            data[i] = (int)(x >> 8) % 100000;
        }
        sort(data, data + 20000);
        for (int i = 1; i < 20000; i++)
            if (data[i - 1] > data[i])
                printf("wrong at %d\n", i);
    }
    printf("%d %d %d\n", data[0], data[10000], data[19999]);
    return 0;
}
