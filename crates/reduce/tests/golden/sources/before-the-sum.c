// oracle: text contains "^= 3"
// oracle: text contains " != "
int values[3] = {5, 6, 7}, sum;
static int flip(void) {
    values[1] ^= 3;
    return 0;
}
static void add(int from) {
    for (; from < 3; from += 1) {
        sum += values[from];
    }
}
int main(void) {
    add(flip());
    return sum != 17;
}
