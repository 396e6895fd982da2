/* CRC-32 by table, as at the end of every program that Csmith writes. */
int printf(const char *, ...);

static unsigned int table[256];
static unsigned int context = 0xFFFFFFFFu;

static void generate(void)
{
    for (unsigned int i = 0; i < 256; i++) {
        unsigned int crc = i;
        for (int j = 8; j > 0; j--)
            crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320u : crc >> 1;
        table[i] = crc;
    }
}

static void byte(unsigned char b)
{
    context = ((context >> 8) & 0x00FFFFFFu) ^ table[(context ^ b) & 0xFF];
}

static void eight_bytes(unsigned long long value)
{
    byte((value >> 0) & 0xFF);
    byte((value >> 8) & 0xFF);
    byte((value >> 16) & 0xFF);
    byte((value >> 24) & 0xFF);
    byte((value >> 32) & 0xFF);
    byte((value >> 40) & 0xFF);
    byte((value >> 48) & 0xFF);
    byte((value >> 56) & 0xFF);
}

int main(void)
{
    generate();
    for (unsigned long long i = 0; i < 25000; i++)
        eight_bytes(i * 0x9E3779B97F4A7C15ull);
    printf("checksum = %X\n", context ^ 0xFFFFFFFFu);
    return 0;
}
