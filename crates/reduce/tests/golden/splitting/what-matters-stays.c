// oracle: exit 6
int a;
static int set(int to) { a = to; return to; }
int main(void) { return set(5) + 1; }
