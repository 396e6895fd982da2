// oracle: exit 7
// oracle: text contains "else"
int g = 1;
int main(void) {
    if (g) { g = 7; } else { g = 8; }
    if (!g) { g = 9; }
    return g;
}
