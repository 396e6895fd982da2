// C11 6.3.1.2: conversion to _Bool compares with zero, it does not truncate
#include <stdio.h>

int main(void) {
    _Bool a = 256, b = 0.5, c = -0.0, d = "x", e = 0x100000000LL;
    printf("%d %d %d %d %d\n", a, b, c, d, e);
    a = 0;
    a = 1e-300;
    printf("%d\n", a);
    printf("%d %d\n", (_Bool)2 + (_Bool)2, (int)(_Bool)1e10);
    _Bool arr[4] = {5, 0, -1, 'x'};
    printf("%d%d%d%d\n", arr[0], arr[1], arr[2], arr[3]);
    printf("%d\n", (_Bool)(unsigned char)256);
    return 0;
}
