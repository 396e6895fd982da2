// violation: Unsequenced
volatile int v, w; int x;
int main(void) {
    v = (w = 1);
    return 0;
}
