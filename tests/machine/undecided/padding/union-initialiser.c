// C11 6.2.6.1p7: The initialiser of a union gives a value to its first member only.
// rule: unspecified-read
// line: 16
// output: 3

#include <stdio.h>

union u {
    char c;
    long long l;
};

int main(void) {
    union u u = { 3 };
    printf("%d\n", u.c);
    long long l = u.l;
    printf("%lld\n", l);
    return 0;
}
