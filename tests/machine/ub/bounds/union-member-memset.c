// C11 7.24.6.1p2: memset writes the first characters of the object; the member has four
// rule: out-of-bounds
// line: 12
#include <string.h>

union both {
    char x[4];
    char z[8];
};
int main(void) {
    union both u;
    memset(u.x, 0, sizeof u.z);
    return 0;
}
