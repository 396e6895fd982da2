// oracle: exit 6
// oracle: text contains "a++"
unsigned char b = 2;

int main(void) {
    int a = 5;
    while (a < 6) {
        switch (b) {
        default:
            a += 2;
            break;
        case 2: {
            int c = 1;
            if (c) {
                a++;
                break;
            }
        }
        case 3:
            break;
        }
    }
    return a;
}
