// C11 6.5p2: A callee reads and changes its own local without order, however it was called.
// rule: unsequenced
// line: 7

static int in(int x) {
    int a[2] = {x, 2}, *p = a;
    return p[0]++ + a[0];
}

int main(void) {
    return in(1) + in(2);
}
