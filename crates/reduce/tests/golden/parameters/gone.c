// oracle: exit 6
static int f(int unused, int used) { return used; }
static int g(int x) { return f(x, 6); }
int main(int argc, char **argv) { f(1, 2); return g(argc); }
