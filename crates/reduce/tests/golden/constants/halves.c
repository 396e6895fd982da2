// oracle: exit 3
// oracle: text contains "> 40"
int g = 1000;
int main(void) { return g > 40 ? 3 : 0; }
