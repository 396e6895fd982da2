// oracle: exit 5
int a, b;
int main(void) {
    a = 1;
    b = 2;
    for (int i = 0; i < 3; i++) { a += i; b -= i; }
    { a++; a = 5; }
    b = a;
    return a;
}
