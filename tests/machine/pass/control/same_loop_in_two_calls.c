// C11 6.8.5p6: two calls of a function without side effects go through the same states, and both end

#include <stdio.h>

static int count(void) {
    int i = 0;
    do {
        i = i + 1;
    } while (i < 700);
    return i;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 150; i = i + 1) {
        sum = sum + (count() & count()) + count() * (count() > i);
    }
    printf("%d\n", sum);
    return 0;
}
