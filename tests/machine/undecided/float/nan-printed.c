// C11 F.2.1, 7.21.6.1p8: 0.0 / 0.0 may print as nan or -nan
// rule: nan-representation
// line: 6
#include <stdio.h>
static double n = 0.0 / 0.0;
int main(void) { printf("%f\n", n); }
