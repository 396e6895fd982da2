// oracle: text contains "take(s)"
struct S {
    int a, b;
};
static void take(struct S s) {}
int main(void) {
    struct S s = {1, 2}, *p = &s;
    take(s);
    return p == 0;
}
