// C11 6.5: the guards of Csmith's safe-math functions are themselves defined
#include <stdint.h>
#include <stdio.h>

static int32_t safe_add(int32_t a, int32_t b) {
    return ((a > 0) && (b > 0) && (a > (INT32_MAX - b))) || ((a < 0) && (b < 0) && (a < (INT32_MIN - b))) ? a : a + b;
}
static int32_t safe_sub(int32_t a, int32_t b) {
    return ((a ^ b) & (((a ^ ((a ^ b) & (INT32_MIN))) - b) ^ b)) < 0 ? a : a - b;
}
static int32_t safe_div(int32_t a, int32_t b) {
    return b == 0 || (a == INT32_MIN && b == -1) ? a : a / b;
}
static int32_t safe_lshift(int32_t a, int b) {
    return a < 0 || b < 0 || b >= 32 || a > (INT32_MAX >> b) ? a : a << b;
}
static int32_t safe_neg(int32_t a) { return a == INT32_MIN ? a : -a; }
int main(void) {
    int32_t v[] = {0, 1, -1, INT32_MAX, INT32_MIN, 12345, -99999};
    unsigned h = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            h = h * 31 + (unsigned)safe_add(v[i], v[j]);
            h = h * 31 + (unsigned)safe_sub(v[i], v[j]);
            h = h * 31 + (unsigned)safe_div(v[i], v[j]);
            h = h * 31 + (unsigned)safe_lshift(v[i], v[j] % 33);
            h ^= (unsigned)safe_neg(v[j]);
        }
    printf("%x\n", h);
    return 0;
}
