// C11 6.2.2p4: extern declarations in blocks refer to the file scope object
#include <stdio.h>

static int hidden = 1;
int shared = 2;
static int get(void);
static int bump(void) {
    extern int shared;
    int hidden = 50;
    {
        extern int hidden_user(void);
        shared += hidden_user();
    }
    return hidden + shared;
}
int hidden_user(void) { return ++hidden; }
static int get(void) {
    int shared = 7;
    (void)shared;
    {
        extern int shared;
        return shared;
    }
}
int main(void) {
    int b = bump();
    printf("%d %d %d\n", b, get(), hidden);
    int printf(const char *, ...);
    printf("%d\n", shared);
    return 0;
}
