// oracle: exit 3
int counted;
int once(void) {
    int now = counted;
    counted = now + 3;
    return counted;
}
int main(void) { return once(); }
