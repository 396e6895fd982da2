/* The checksum of a program: 32 bits, the same on every target.
 *
 * A value goes in as a word of which the low 32 bits count: `unsigned long` has them everywhere.
 * Each round is a bijection of the sum for a given word and of the word for a given sum (xor,
 * multiplication by an odd number, xor with itself shifted), so that one changed value always
 * changes the result; the shift makes the order of values matter and keeps high bits from
 * cancelling each other. The start is FNV's, the multipliers are xxHash's primes.
 *
 * The round stands here twice, because a call to share it would make every value a tenth dearer
 * to the machine.
 */

static unsigned long checksum = 2166136261UL;

static int verbose;

/* Words for types wider than 32 bits. What a narrower type could hold gives the word that it gives
 * there, so that `long` counts the same whatever its width: the high half is zero for such values,
 * seen as signed or unsigned. */
static unsigned long fold_signed(unsigned long long value)
{
    return (unsigned long)value ^ (unsigned long)((value + 2147483648UL) >> 32) * 2246822519UL;
}

static unsigned long fold_unsigned(unsigned long long value)
{
    return (unsigned long)value ^ (unsigned long)(value >> 32) * 2246822519UL;
}

/* The word of a floating value: its bytes, those of the lowest digits first on every target; a `float`
 * counts as the `double` of the same value. A NaN is a NaN: its sign and its payload are nobody's
 * promise. */
static unsigned long fold_double(double value)
{
    const double one = 1.0;
    const unsigned char *byte = (const unsigned char *)&value;
    int size = (int)sizeof(double);
    int swapped = *(const unsigned char *)&one != 0;
    unsigned long low = 0;
    unsigned long high = 0;
    int i;
    if (value != value) {
        return 2143289344UL;
    }
    for (i = 0; i < 4; i++) {
        low = low | (unsigned long)byte[swapped ? size - 1 - i : i] << 8 * i;
    }
    for (i = 4; i < size; i++) {
        high = high | (unsigned long)byte[swapped ? size - 1 - i : i] << 8 * (i - 4);
    }
    return low ^ high * 2246822519UL;
}

/* Programs that do not say how far they are: takes one value in. Wide ones are folded behind the
 * call, where it is compiled once. */
static void mix(unsigned long word)
{
    checksum = (checksum ^ word) * 2654435761UL & 4294967295UL;
    checksum ^= checksum >> 15;
}

static void mix_signed(unsigned long long value)
{
    mix(fold_signed(value));
}

static void mix_unsigned(unsigned long long value)
{
    mix(fold_unsigned(value));
}

static void mix_double(double value)
{
    mix(fold_double(value));
}

/* Output with nothing but `putchar`: what `%lX` means differs between targets. */

int putchar(int);

static void put_text(const char *text)
{
    while (*text) {
        putchar(*text++);
    }
}

/* Upper case, without leading zeros. */
static void put_hex(unsigned long value)
{
    int shift = 28;
    while (shift > 0 && !(value >> shift)) {
        shift -= 4;
    }
    for (; shift >= 0; shift -= 4) {
        putchar("0123456789ABCDEF"[value >> shift & 15]);
    }
}

static void put_index(unsigned long index)
{
    unsigned long unit = 1;
    while (index / unit > 9) {
        unit *= 10;
    }
    putchar('[');
    for (; unit > 0; unit /= 10) {
        putchar('0' + (int)(index / unit % 10));
    }
    putchar(']');
}

static void put_progress(const char *name)
{
    put_text("...checksum after hashing ");
    put_text(name);
    put_text(" : ");
    put_hex(checksum);
    putchar('\n');
}

/* Programs that say how far they are: takes one value in, and says so when asked to. */
static void hash(unsigned long word, const char *name)
{
    checksum = (checksum ^ word) * 2654435761UL & 4294967295UL;
    checksum ^= checksum >> 15;
    if (verbose) {
        put_progress(name);
    }
}

/* The argument 1 asks for the running checksum. */
static void read_arguments(int argc, char **argv)
{
    verbose = argc == 2 && argv[1][0] == '1' && argv[1][1] == '\0';
}

static void put_checksum(void)
{
    put_text("checksum = ");
    put_hex(checksum);
    putchar('\n');
}
