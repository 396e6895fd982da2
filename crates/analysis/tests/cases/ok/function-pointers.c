int x, y;
static int add(int a, int *p) { return a + *p; }
static int sub(int a, int *p) { x = a; return a - *p; }
typedef int (*op)(int, int *);
static op const table[2] = {add, sub};
struct s { int n; op f; };
static struct s s = {1, sub};
static op pick(int which) { return which ? add : s.f; }
static int apply(op f, int a) { return f(a, &y); }
int main(void) {
    op local = 0;
    int i, sum = 0;
    for (i = 0; i < 2; i++)
        sum += table[i](i, &y);
    if (local == 0)
        sum++;
    local = pick(sum);
    sum += (*local)(3, &y);
    s.f = add;
    sum += apply(s.f, 2) + (local != s.f);
    return sum == 0;
}
