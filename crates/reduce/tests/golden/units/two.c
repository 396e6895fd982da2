// oracle: exit 3
// split
int f(void) { return 3; }
int main(void) { return f(); }
