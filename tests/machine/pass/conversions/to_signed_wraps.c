// C11 6.3.1.3p3: conversion to a signed type that cannot hold the value wraps on every supported compiler
// choice: signed-conversion-wraps
#include <limits.h>
#include <stdio.h>

int main(void) {
    printf("%d %d\n", (int)4294967295u, (int)2147483648u);
    printf("%d %d\n", (signed char)200, (signed char)0x180);
    printf("%d\n", (short)40000);
    printf("%d\n", (int)0x1ffffffffL);
    printf("%ld\n", (long)ULONG_MAX);
    short s = 65535;
    signed char c = -129;
    int i = 0xdeadbeef;
    printf("%d %d %d\n", s, c, i);
    return 0;
}
