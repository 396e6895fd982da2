// oracle: exit 5
// oracle: text contains "add("
static void add(int *where) { *where += 1; }
int main(void) {
    int x = 1;
    int y = 2;
    add(&x);
    add(&y);
    return x + y;
}
