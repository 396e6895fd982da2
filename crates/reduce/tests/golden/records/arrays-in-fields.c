// oracle: exit 2
struct s { int a[3]; short unused[2]; int gone; };
struct s s = {{2, 3}, {4}, 5};
int main(void) { s.gone = s.unused[1]; return s.a[0]; }
