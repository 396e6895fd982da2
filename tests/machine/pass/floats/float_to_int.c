// C11 6.3.1.4p1: conversion to an integer truncates; only the truncated value must fit
#include <stdio.h>

int main(void) {
    double d[] = {0.99, -0.99, 2147483647.9, -2147483648.9, 1e9};
    for (int i = 0; i < 5; i++)
        printf("%d ", (int)d[i]);
    putchar('\n');
    printf("%u %u\n", (unsigned)4294967295.5, (unsigned)-0.5);
    printf("%d %d %d\n", (unsigned char)255.99, (signed char)-128.9, (short)32767.5);
    printf("%ld\n", (long)-9223372036854775808.0);
    double big = 18446744073709549568.0;
    printf("%lu\n", (unsigned long)big);
    double half = 9223372036854775808.0;
    printf("%lu\n", (unsigned long)half);
    float f = 1e10f;
    printf("%ld\n", (long)f);
    int i = -7.99f;
    i += 0.5;
    printf("%d\n", i);
    printf("%d %d\n", (int)(0.1 + 0.7) * 10, (int)((0.1 + 0.7) * 10));
    return 0;
}
