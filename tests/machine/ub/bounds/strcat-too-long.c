// C11 7.24.3.1: strcat overflows on the third append.
// rule: out-of-bounds
// line: 12
// output: xyxy

#include <stdio.h>
#include <string.h>

int main(void) {
    char to[6] = "";
    for (int i = 0; i < 3; i++) {
        strcat(to, "xy");
        if (i == 1) {
            puts(to);
        }
    }
    return 0;
}
