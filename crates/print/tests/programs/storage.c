// Linkage, tentative definitions, forward declarations, inline functions, old-style declarations.
// std: c99
extern int printf(const char *, ...);
int shared;
extern int shared;
static int tentative;
static int tentative = 4;
int shared = 2;
extern int later[];
static int sum();
inline int twice(int x) { return 2 * x; }
static inline int thrice(int x) { return 3 * x; }
extern int twice(int);
__attribute__((noreturn)) static void stop(void);
void exit(int);
static void stop(void) { exit(0); }
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int recursive(int n) {
    int again(int);
    return n <= 0 ? 0 : n + again(n - 1);
}
int again(int n) { return recursive(n); }
struct opaque;
static struct opaque *handle;
static int with(struct opaque *o) { return o == handle; }
int main(void) {
    extern int later[];
    printf("%d %d %d %d\n", shared, tentative, later[1], sum(1, 2));
    printf("%d %d %d %d %d\n", twice(4), thrice(4), even(7), recursive(4), with(0));
    stop();
}
int later[3] = {1, 2, 3};
static int sum(int a, int b) { return a + b; }
