int a, b;
int main(void) {
    b = a ? a++ : a--;
    return 0;
}
