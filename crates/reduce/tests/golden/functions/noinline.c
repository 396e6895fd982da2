// oracle: exit 2
__attribute__((noinline)) static int f(void) { return 2; }
int main(void) { return f(); }
