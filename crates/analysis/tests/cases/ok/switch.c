int x, y;
int main(void) {
    int *p;
    switch (x) {
    case 0:
        p = &x;
        break;
    case 1:
    default:
        p = &y;
    }
    return *p;
}
