// oracle: exit 6
int s;
static int f(int x) { s = 6; return x; }
int main(void) { f(s); return s; }
