// oracle: exit 6
// oracle: text contains "= i * 2"
int g;
int main(void) {
    for (int i = 0; i < 4; i++) { g = i * 2; }
    return g;
}
