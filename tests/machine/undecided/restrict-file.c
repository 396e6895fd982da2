// C11 6.7.3.1p4: a restrict pointer of a file is given the value of another one
// line: 9

static int x = 0, y = 0;
static int *restrict p = &x;
static int *restrict q = &y;

int main(void) {
    p = q + 0;
    return *p;
}
