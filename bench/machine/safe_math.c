/* Csmith's safe-math wrappers: many small calls with checks around each operation. */
int printf(const char *, ...);

#define INT32_MIN_ (-2147483647 - 1)
#define INT32_MAX_ 2147483647

static int safe_add(int a, int b)
{
    return ((a > 0) && (b > 0) && (a > INT32_MAX_ - b))
                   || ((a < 0) && (b < 0) && (a < INT32_MIN_ - b))
               ? a
               : a + b;
}

static int safe_sub(int a, int b)
{
    return ((a ^ b) & (((a ^ ((a ^ b) & (~INT32_MAX_))) - b) ^ b)) < 0 ? a : a - b;
}

static int safe_mul(int a, int b)
{
    return ((a > 0) && (b > 0) && (a > INT32_MAX_ / b))
                   || ((a > 0) && (b <= 0) && (b < INT32_MIN_ / a))
                   || ((a <= 0) && (b > 0) && (a < INT32_MIN_ / b))
                   || ((a <= 0) && (b <= 0) && (a != 0) && (b < INT32_MAX_ / a))
               ? a
               : a * b;
}

static int safe_div(int a, int b)
{
    return b == 0 || (a == INT32_MIN_ && b == -1) ? a : a / b;
}

static int safe_lshift(int a, int b)
{
    return a < 0 || b < 0 || b >= 32 || a > INT32_MAX_ >> b ? a : a << b;
}

static unsigned char safe_add_u8(unsigned char a, unsigned char b)
{
    return a + b;
}

int main(void)
{
    int total = 1;
    unsigned char small = 3;
    for (int i = -30000; i < 30000; i++) {
        total = safe_add(total, safe_mul(i, total | 3));
        total = safe_sub(safe_div(total, i), safe_lshift(i & 1023, i & 7));
        small = safe_add_u8(small, (unsigned char)(total & 0xFF));
        if (total == 0)
            total = i;
    }
    printf("%d %d\n", total, small);
    return 0;
}
