int x;
int main(void) {
    int *p = &x;
    do {
        *p = 1;
        if (x)
            continue;
        p = 0;
    } while (0);
    p = &x;
    return *p;
}
