// oracle: exit 6
int a = 2, b;
long c;
int main(void) {
    int x = 4;
    int y;
    b = a;
    y = x;
    c = 0;
    return b + y + (int)c;
}
