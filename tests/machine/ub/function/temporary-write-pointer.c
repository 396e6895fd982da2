// C11 6.2.4p8: a temporary is not modified through a pointer either
// rule: temporary-write
// line: 12
struct s {
    int a[2];
};
static struct s f(void) {
    struct s s = {{1, 2}};
    return s;
}
static int set(int *p) {
    *p = 5;
    return *p;
}
int main(void) { return set(f().a); }
