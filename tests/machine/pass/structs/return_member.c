// C11 6.2.4p8: members of a returned struct can be read within the full expression
#include <stdio.h>

struct S { int a; int arr[3]; struct { char t[4]; } in; };
static struct S make(int n) {
    struct S s = {n, {n + 1, n + 2, n + 3}, {"ab"}};
    return s;
}
int main(void) {
    printf("%d\n", make(1).a);
    printf("%d\n", make(10).arr[2]);
    printf("%d\n", make(1).arr[0] + make(2).arr[1] * make(3).arr[2]);
    printf("%s\n", make(5).in.t);
    int k = make(7).a ? make(8).arr[1] : 0;
    printf("%d\n", k);
    struct S s = make(1).a == 1 ? make(20) : make(30);
    printf("%d %d\n", s.a, s.arr[2]);
    return 0;
}
