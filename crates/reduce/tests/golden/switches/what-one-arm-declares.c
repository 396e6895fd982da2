// oracle: exit 4
int main(void) {
    int a = 1;
    switch (a) {
        int b;
    case 1:
        b = 4;
        a = b;
        break;
    case 2:
        b = 3;
    }
    return a;
}
