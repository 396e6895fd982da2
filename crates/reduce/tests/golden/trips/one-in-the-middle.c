// oracle: exit 4
// oracle: text contains "i != 4"
int i, g;
int main(void) {
    for (i = 10; i > 0; i -= 3) { if (!(i != 4)) { g = i; } }
    return g;
}
