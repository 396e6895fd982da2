// oracle: exit 5
// oracle: text contains "x = 5"
int main(void) {
    int y = 1;
    int x;
    y = 2;
    x = 5;
    return x;
}
