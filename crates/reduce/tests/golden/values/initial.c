// oracle: exit 6
int a[3] = {1, 5, 2};
struct s { int x; } s = {1};
int main(void) { int y = a[1]; return y + s.x; }
