// C11 6.7.3.1p4: a variable is modified through a restrict pointer, and read by its name
// line: 6

int main(void) {
    int x = 5;
    int *restrict p = &x;
    *p = 0;
    return x;
}
