// C11 6.8: a program in the manner of Csmith: globals, pointers to pointers, odd loops and a checksum
#include <stdint.h>
#include <stdio.h>

struct S0 { unsigned f0 : 13; signed f1 : 9; const int8_t f2; };
static int32_t g_2 = 0x1A2B3C4D;
static int32_t *g_3 = &g_2, **g_4 = &g_3;
static uint16_t g_5[3][2] = {{1, 2}, {0xFFFF, 4}, {5, 6}};
static volatile uint8_t g_6 = 250;
static struct S0 g_7 = {5000, -200, 3};
static uint8_t func_1(int32_t *p_8, uint16_t p_9) {
    int32_t l_10 = -1, *l_11 = &l_10, **l_12 = &l_11;
    for (p_9 = 0; p_9 < 3; p_9 += 1) {
        uint16_t *l_13 = &g_5[p_9][1];
        (*l_13) ^= (**l_12) & (*p_8);
        if ((*l_13) % 3 == 1)
            continue;
        (*l_12) = p_8;
        for (g_6 = 254; g_6; g_6 = (uint8_t)(g_6 + 1)) {
            g_7.f0 += g_5[p_9][0];
            if (g_7.f1++ >= 0)
                goto lbl_14;
        }
    }
lbl_14:
    (**g_4) = (int32_t)((uint32_t)**l_12 * 2654435761u >> 3);
    return (uint8_t)(g_7.f0 + l_10);
}
int main(void) {
    uint32_t crc = 0;
    for (int i = 0; i < 5; i++) {
        uint8_t r = func_1(*g_4, (uint16_t)i);
        crc = crc * 31 + r;
        crc = crc * 31 + (uint32_t)g_2;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            crc = crc * 31 + g_5[i][j];
    printf("checksum = %lX %d %d %d\n", (unsigned long)crc, g_7.f0, g_7.f1, g_7.f2);
    return 0;
}
