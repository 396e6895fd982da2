// oracle: exit 4
static int f(int x) { return x + 1; }
static int h(int x) { return x; }
int main(void) { h(2); return f(3); }
