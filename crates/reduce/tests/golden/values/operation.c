// oracle: text contains "^"
// oracle: exit 6
int x = 5;
int main(void) {
    return x ^= 3;
}
