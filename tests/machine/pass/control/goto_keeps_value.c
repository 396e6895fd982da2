// C11 6.2.4p6: a variable keeps its value across a backward jump inside its block, without an initialiser
#include <stdio.h>

int main(void) {
    int n = 0;
    {
        int acc;
        acc = 1;
    again:
        acc *= 2;
        if (++n < 5)
            goto again;
        printf("%d\n", acc);
    }
    n = 0;
    {
    redo:;
        int fresh = n * 10;
        fresh++;
        if (n++ < 3)
            goto redo;
        printf("%d\n", fresh);
    }
    int outer = 0;
loop : {
    int local = outer;
    local += 5;
    outer = local;
    if (outer < 20)
        goto loop;
}
    printf("%d\n", outer);
    return 0;
}
