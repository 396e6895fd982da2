// C11 6.5.3.2p4: Only one path through the function leaves the pointer null.
// TRAPS: csmith 127, 169: reading through a null pointer that only one path reaches
// rule: null-dereference
// line: 21
// output: 1
// output: 2

#include <stdio.h>

static int value;

static int *find(int key) {
    if (key % 3 != 0) {
        return &value;
    }
    return 0;
}

int main(void) {
    for (int i = 1; i < 5; i++) {
        *find(i) = i;
        printf("%d\n", value);
    }
    return 0;
}
