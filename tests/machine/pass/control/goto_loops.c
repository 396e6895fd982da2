// C11 6.8.6.1: loops made of backward gotos and exits from nested loops by forward ones
#include <stdio.h>

int main(void) {
    int i = 0, sum = 0;
top:
    if (i >= 5)
        goto done;
    sum += i;
    i++;
    goto top;
done:
    printf("%d\n", sum);
    int r, c;
    for (r = 0; r < 10; r++)
        for (c = 0; c < 10; c++)
            if (r * c == 42)
                goto found;
found:
    printf("%d %d\n", r, c);
    int state = 0, steps = 0;
next:
    steps++;
    switch (state) {
    case 0: state = 2; goto next;
    case 1: goto out;
    case 2: state = steps > 6 ? 1 : 3; goto next;
    case 3: state = 2; goto next;
    }
out:
    printf("%d %d\n", state, steps);
    return 0;
}
