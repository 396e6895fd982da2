volatile int v;
int f(void) {
    volatile int local = 1;
    return 2;
}
int main(void) { return v + f(); }
