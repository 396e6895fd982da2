// C11 5.1.2.2.1p1: main takes nothing, or an int and a char **
// rule: main-type
// line: 4
int main(float count, char **argv) { return argv == 0 || count > 1e9f; }
