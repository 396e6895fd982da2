// oracle: exit 6
int base = 2;
int main(void) {
    int three = 3;
    int sum = base + three;
    ++sum;
    return sum;
}
