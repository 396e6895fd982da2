int x;
int main(void) {
    x = x + 1;
    return 0;
}
