struct S { int a, b; } s;
int main(void) {
    (s.a = 1) + (s.b = 2);
    return 0;
}
