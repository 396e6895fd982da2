// C11 6.7.3.1p4: two restrict pointers of one block are given the address of one variable
// line: 7

int main(void) {
    int x = 0;
    {
        int *restrict p = &x;
        int *restrict q = &x;
        *p = 1;
        *q = 2;
    }
    return x - 2;
}
