volatile int v, w;
int main(void) {
    v, w;
    return 0;
}
