// oracle: exit 6
static int safe_div(int a, int b) { return b == 0 ? a : a / b; }
int main(void) { int zero = 0; return safe_div(12, 2) * safe_div(1, zero); }
