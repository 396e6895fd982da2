// C11 6.8.5p6: continue skips the step of a while loop from the fourth iteration on.
// rule: infinite-loop
// line: 11
// output: start

#include <stdio.h>

int main(void) {
    int i = 0, sum = 0;
    puts("start");
    while (i < 10) { if (i == 3) { continue; } sum += i; i++; }
    return sum;
}
