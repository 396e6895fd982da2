// oracle: exit 6
static int plus(int a, short b) { return a + b; }
int main(void) { return plus(5, 65537); }
