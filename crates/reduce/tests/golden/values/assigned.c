// oracle: exit 6
int g;
int main(void) { int y; y = 6; g = y; return g; }
