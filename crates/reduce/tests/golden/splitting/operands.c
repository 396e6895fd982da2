// oracle: exit 6
int a, b, c;
static int set(int to) { a = to; return 0; }
int main(void) {
    c = set(1) + 2;
    if ((b = 3) && c) c = 2;
    c = (0, c);
    return set(1) ? a + b + c : (a = 1, a + b + c);
}
