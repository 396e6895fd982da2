/* Assertions about pointers (`--paranoid`).
 *
 * A failed one does not end the program: it leaves its number, for `main` to print and to turn into
 * the exit status. So a freestanding program needs no library function, and a function with
 * assertions can still be called in any order with others.
 */

/* The first assertion that failed; they count from 1. */
static unsigned long failed_assertion;

static void paranoid_failed(unsigned long number)
{
    if (!failed_assertion) {
        failed_assertion = number;
    }
}

static void put_failure(unsigned long number)
{
    unsigned long unit = 1;
    while (number / unit > 9) {
        unit *= 10;
    }
    put_text("points-to assertion ");
    for (; unit > 0; unit /= 10) {
        putchar('0' + (int)(number / unit % 10));
    }
    put_text(" failed\n");
}
