// oracle: text contains "^="
// oracle: exit 6
int main(void) {
    int x = 5;
    x ^= 3;
    return x;
}
