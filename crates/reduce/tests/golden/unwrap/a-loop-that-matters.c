// oracle: exit 3
// oracle: text contains "while"
int g;
int main(void) {
    while (g < 3) { if (g < 9) { g++; } }
    return g;
}
