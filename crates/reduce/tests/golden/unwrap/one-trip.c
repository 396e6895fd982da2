// oracle: exit 1
int g;
int main(void) {
    for (int i = 0; i < 1; i++) { if (g == 0) { g = 1; } else { g = 2; } }
    do { { g += 0; } } while (g > 4);
    return g;
}
