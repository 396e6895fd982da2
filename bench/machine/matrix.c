/* Matrix multiplication: two-dimensional arrays, unsigned arithmetic. */
int printf(const char *, ...);

static unsigned a[64][64], b[64][64], c[64][64];

int main(void)
{
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++) {
            a[i][j] = (unsigned)(i * 7 + j * 3 + 1);
            b[i][j] = (unsigned)(i ^ (j << 2));
        }
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 64; i++)
            for (int j = 0; j < 64; j++) {
                unsigned sum = 0;
                for (int k = 0; k < 64; k++)
                    sum += a[i][k] * b[k][j];
                c[i][j] += sum;
            }
    unsigned total = 0;
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            total = total * 31 + c[i][j];
    printf("%u\n", total);
    return 0;
}
