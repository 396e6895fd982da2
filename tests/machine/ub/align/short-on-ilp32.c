// C11 6.3.2.3p7: An int at offset 2 is misaligned on ILP32.
// rule: misaligned
// line: 12
// target: ilp32
// output: 3

int printf(const char *, ...);

int main(void) {
    _Alignas(4) short a[4] = { 1, 2, 3, 4 };
    printf("%d\n", a[2]);
    int *p = (int *)&a[1];
    return p == 0;
}
