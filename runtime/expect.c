/* Results that are compared one by one (`--expect each`).
 *
 * Only what is wrong is printed, and the exit status says whether something was. A wrong value can
 * be anything, also of a floating type, where only whole numbers are expected.
 */

/* How many results were wrong. */
static unsigned long mismatches;

static void mismatch(void)
{
    mismatches++;
}

static void put_unsigned_long(unsigned long value)
{
    unsigned long unit = 1;
    while (value / unit > 9) {
        unit *= 10;
    }
    for (; unit > 0; unit /= 10) {
        putchar('0' + (int)(value / unit % 10));
    }
}

static void put_long(long value)
{
    if (value < 0) {
        putchar('-');
    }
    put_unsigned_long(value < 0 ? 0 - (unsigned long)value : (unsigned long)value);
}

static void put_unsigned_long_long(unsigned long long value)
{
    unsigned long long unit = 1;
    while (value / unit > 9) {
        unit *= 10;
    }
    for (; unit > 0; unit /= 10) {
        putchar('0' + (int)(value / unit % 10));
    }
}

static void put_long_long(long long value)
{
    if (value < 0) {
        putchar('-');
    }
    put_unsigned_long_long(value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value);
}

static void wrong_long(const char *name, long actual, long expected)
{
    mismatches++;
    put_text(name);
    put_text(" is ");
    put_long(actual);
    put_text(", expected ");
    put_long(expected);
    putchar('\n');
}

static void wrong_unsigned_long(const char *name, unsigned long actual, unsigned long expected)
{
    mismatches++;
    put_text(name);
    put_text(" is ");
    put_unsigned_long(actual);
    put_text(", expected ");
    put_unsigned_long(expected);
    putchar('\n');
}

static void wrong_long_long(const char *name, long long actual, long long expected)
{
    mismatches++;
    put_text(name);
    put_text(" is ");
    put_long_long(actual);
    put_text(", expected ");
    put_long_long(expected);
    putchar('\n');
}

static void wrong_unsigned_long_long(const char *name, unsigned long long actual,
                                     unsigned long long expected)
{
    mismatches++;
    put_text(name);
    put_text(" is ");
    put_unsigned_long_long(actual);
    put_text(", expected ");
    put_unsigned_long_long(expected);
    putchar('\n');
}

/* The first wrong digits behind the point are of no use; that there are some is. */
static void wrong_number(const char *name, double actual, double expected)
{
    mismatches++;
    put_text(name);
    put_text(" is ");
    if (actual > -1e18 && actual < 1e18) {
        put_long_long((long long)actual);
        if (actual != (double)(long long)actual) {
            put_text(" and a fraction");
        }
    } else {
        put_text("out of range");
    }
    put_text(", expected ");
    put_long_long((long long)expected);
    putchar('\n');
}

static void put_expected(void)
{
    if (!mismatches) {
        put_text("all results are as expected\n");
    }
}
