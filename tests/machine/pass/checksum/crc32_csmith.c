// C11 6.5.7: the CRC-32 checksum of Csmith's programs
#include <stdint.h>
#include <stdio.h>

static uint32_t crc32_tab[256], context = 0xFFFFFFFFu;
static void gentab(void) {
    for (int i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int j = 8; j > 0; j--)
            crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320u : crc >> 1;
        crc32_tab[i] = crc;
    }
}
static void byte(uint8_t b) {
    context = ((context >> 8) & 0x00FFFFFF) ^ crc32_tab[(context ^ b) & 0xFF];
}
static void transparent_crc(uint64_t val, const char *name) {
    for (int i = 0; i < 8; i++)
        byte((val >> (i * 8)) & 0xff);
    printf("...checksum after hashing %s : %lX\n", name, (unsigned long)(context ^ 0xFFFFFFFFUL));
}
static int32_t g_1 = -5;
static uint8_t g_2[2] = {0xFF, 1};
static struct { unsigned f0 : 5; signed f1 : 7; } g_3 = {30, -1};
int main(void) {
    gentab();
    transparent_crc(g_1, "g_1");
    for (int i = 0; i < 2; i++)
        transparent_crc(g_2[i], "g_2[i]");
    transparent_crc(g_3.f0, "g_3.f0");
    transparent_crc(g_3.f1, "g_3.f1");
    printf("checksum = %X\n", (unsigned)(context ^ 0xFFFFFFFFu));
    return 0;
}
