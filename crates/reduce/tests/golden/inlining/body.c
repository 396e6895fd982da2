// oracle: exit 6
static int f(int a) { int b = a; b++; return b; }
static int g;
static void h(void) { g = 6; }
int main(void) { int r; r = f(5); h(); return r; }
