// oracle: exit 6
int a = 1, b[3] = {1, 2, 3};
struct s { int x, y; } c;
int main(void) {
    int l = 2;
    a = l;
    b[1] = a;
    c.x = b[2] + (l += 3);
    int kept = 6;
    return kept + 0 * c.y;
}
