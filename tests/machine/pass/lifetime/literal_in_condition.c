// C11 6.8.4p3: a compound literal in a condition lives as long as the statement it controls
#include <stdio.h>

int main(void) {
    int *p, n = 0;
    if (*(p = &(int){7}))
        printf("%d\n", *p);
    else
        printf("never %d\n", *p);
    while ((p = &(int){n}), *p < 3) {
        *p += 1;
        n = *p;
        printf("%d\n", *p);
    }
    switch (*(p = (int[]){4, 5})) {
    case 4:
        printf("%d\n", p[1]);
        break;
    default:
        break;
    }
    do {
        n--;
        printf("n %d\n", n);
    } while (*(p = &(int){n}) > 1);
    return 0;
}
