// oracle: exit 4
int g;
static int f(int x) { g = x; return x + 1; }
static void h(void) { g++; }
int main(void) { int r = f(3); h(); return 4 + 0 * r; }
