// C11 6.7.2.2p3: enumerators continue from the last value, may repeat, and may be any constant expression
#include <stdio.h>

enum A { A0, A1, A5 = 5, A6, ANEG = -3, AM2, DUP = A1 };
enum B { BIT0 = 1 << 0, BIT1 = 1 << 1, BIT4 = 1 << 4, ALL = BIT0 | BIT1 | BIT4 };
enum { SIZE = sizeof(int) * 2, LETTER = 'x', BIG = 0x7fffffff };
int main(void) {
    printf("%d %d %d %d %d %d %d\n", A0, A1, A5, A6, ANEG, AM2, DUP);
    printf("%d %d\n", ALL, ALL & ~BIT1);
    printf("%d %c %d\n", SIZE, LETTER, BIG);
    enum B b = BIT0;
    b |= BIT4;
    printf("%d %d\n", b, (b & BIT4) != 0);
    enum A a = ANEG;
    printf("%d %d\n", a < A0, a + 1 == AM2);
    a++;
    printf("%d\n", a == AM2);
    int arr[A6] = {[A5] = 9};
    printf("%d %d\n", arr[A5], (int)(sizeof arr / sizeof *arr));
    return 0;
}
