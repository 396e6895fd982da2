// oracle: exit 12
// oracle: text contains "x * 4"
int main(void) {
    int x = 3;
    short y = 1;
    return x * 4 + (y - x + 2);
}
