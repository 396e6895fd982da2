// oracle: exit 3
int g = 3;
int **unused[2];
static int f(int *p, long **q) { return q ? 0 : *p; }
int main(void) { int *volatile r = &g; return f(r, 0); }
