// oracle: exit 3
int g = 2;
int main(void) {
    switch (g) { case 2: g = 3; }
    return g;
}
