// oracle: anything
int main(void) {
    int a = 3, b = 4, r = 0;
    r = a * b + (b - a) * 2;
    return r;
}
