int x; int f(void) { x = 3; return 4; }
int main(void) {
    x = f();
    return 0;
}
