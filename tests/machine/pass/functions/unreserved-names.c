// C11 7.1.3p1: a function without external linkage may be called like one of the library, if its header is not there; locals and members may begin with an underscore
int printf(const char *, ...);
struct s {
    int _x;
};
static int labs(int x) { return x < 0 ? -x : x; }
static int my_strlen(const char *_s) {
    int _n = 0;
    while (_s[_n])
        _n++;
    return _n;
}
int main(void) {
    struct s s = {-4};
    printf("%d %d\n", labs(s._x), my_strlen("abc"));
    return 0;
}
