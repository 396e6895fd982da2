// violation: GarbageRead
int x;
int main(void) {
    switch (x) {
        int *p = &x;
    case 1:
        *p = 1;
    }
    return 0;
}
