// oracle: exit 6
static int safe_add(int a, int b) { return b > 0 && a > 2147483647 - b ? a : a + b; }
static unsigned safe_shift(unsigned left, int right) {
    if (right < 0 || right > 31) return left;
    return left << right;
}
int main(void) { return safe_add(4, safe_shift(1, 1)); }
