// C11 6.9.2p2: tentative definitions with and without initialiser are one object, zero unless initialised
#include <stdio.h>

int a;
int a;
int a = 5;
int b;
static int c;
static int c;
extern int d;
int d = 7;
int arr[3];
extern int arr[];
static int f(void);
int (*pf)(void) = f;
static int f(void) { return a + b + c + d; }
int b;
int main(void) {
    extern int a;
    printf("%d %d %d %d %d\n", a, b, c, d, arr[2]);
    a++;
    b = c = 100;
    printf("%d %d\n", f(), pf());
    return 0;
}
