// C11 6.3.1.3p2: conversion to an unsigned type is modulo
#include <limits.h>
#include <stdio.h>

int main(void) {
    printf("%u %lu\n", (unsigned)-1, (unsigned long)-1);
    printf("%d %d\n", (unsigned char)-1, (unsigned char)0x1234);
    printf("%d\n", (unsigned short)-70000);
    printf("%u\n", (unsigned)0x123456789abcdefLL);
    printf("%u\n", (unsigned)LONG_MIN);
    printf("%lu\n", (unsigned long)INT_MIN);
    printf("%lu\n", (unsigned long)(unsigned)INT_MIN);
    printf("%llu\n", (unsigned long long)(signed char)-2);
    unsigned char c = 256 + 65;
    putchar(c);
    putchar('\n');
    return 0;
}
