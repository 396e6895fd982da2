
/* Integers of 128 bits, on targets that have them. */

/* The word of a value: those of its halves, the high one multiplied by another odd number, so that
 * halves that change places count. */
static unsigned long fold_int128(unsigned __int128 value)
{
    return fold_unsigned((unsigned long long)value)
        ^ fold_unsigned((unsigned long long)(value >> 64)) * 3266489917UL;
}

static void mix_int128(unsigned __int128 value)
{
    mix(fold_int128(value));
}
