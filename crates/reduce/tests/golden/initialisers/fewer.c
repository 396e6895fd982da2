// oracle: exit 2
int a[4] = {1, 2, 3, 4};
struct s { int x; int y[2]; } s = {1, {2, 3}};
int main(void) { int unused = 5; return s.y[0]; }
