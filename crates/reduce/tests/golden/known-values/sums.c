// oracle: exit 12
int g = 3;
static int twice(int x) { return x + x; }
int main(void) {
    int s = 0;
    for (int i = 0; i < 2; i++) s += twice(g) + i - i;
    return s;
}
