// oracle: exit 7
struct S {
    int a, b;
} s = {3, 4};
static int sum(const struct S *of, int **more) { return of->a + of->b + **more; }
int main(void) {
    int zero = 0, *p = &zero, **q = &p;
    return sum(&s, q);
}
