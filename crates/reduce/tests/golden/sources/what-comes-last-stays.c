// oracle: exit 1
int sum, other;
int main(void) {
    other = 2;
    sum = other + 1;
    other = 3;
    return sum == 3;
}
