// C11 6.7.3.1p4: a restrict parameter is given the value of another one of the same block
// line: 5

static int f(int *restrict p, int *restrict q) {
    p = q;
    return *p;
}

int main(void) {
    int x = 5, y = 0;
    return f(&x, &y);
}
