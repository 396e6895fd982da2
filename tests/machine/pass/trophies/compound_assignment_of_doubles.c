// C11 6.5.16.2p3: *p += 1 adds 1, also where p is checked (tcc -b adds *p)

int printf(const char *, ...);

int main(void) {
    double d = 2, *p = &d;
    float f = 2, *q = &f;
    *p += 1;
    *q *= 3;
    printf("%g %g\n", d, f);
    *p = *p + 1;
    ++*q;
    printf("%g %g\n", d, f);
    return d != 4;
}
