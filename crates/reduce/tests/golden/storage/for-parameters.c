// oracle: exit 9
// oracle: text contains "set("
int given = 2;
static void set(int *where, int what, const int *more) { *where = what + *more; }
int main(void) {
    int x;
    int y = 7;
    set(&x, given, &y);
    return x;
}
