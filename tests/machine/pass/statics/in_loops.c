// C11 6.2.4p3: statics in blocks, one per declaration, shared over iterations and recursion
#include <stdio.h>

static int f(int k) {
    if (k & 1) {
        static int odd;
        return odd += k;
    } else {
        static int even = 100;
        return even += k;
    }
}
int main(void) {
    for (int i = 0; i < 6; i++)
        printf("%d ", f(i));
    putchar('\n');
    for (int i = 0; i < 3; i++) {
        static int hist[3];
        hist[i] += i + 1;
        for (int j = 0; j < 3; j++)
            printf("%d ", hist[j]);
    }
    putchar('\n');
    switch (2) {
        static int s = 5;
    case 2:
        s++;
        printf("%d\n", s);
    }
    static int self = sizeof self, *sp = &self;
    printf("%d\n", *sp == (int)sizeof(int));
    return 0;
}
