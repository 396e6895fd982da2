// oracle: exit 3
// oracle: text contains "a = 3"
// oracle: text contains "a = 5"
int main(void) {
    int a = 7;
    switch (a & 7) {
    case 4:
        a = 5;
        break;
    default:
        a = 1;
    case 7:
        a = 3;
    }
    return a;
}
