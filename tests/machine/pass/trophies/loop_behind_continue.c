// C11 6.8.6.2p2: continue goes to the end of the loop around it, not of one that follows (pcc -O never ends)
int main(void) {
    signed char go = 1;
    int i;
    for (i = 0; i != 1 && go; i = i + 1) {
        int j = 0;
        continue;
        for (; j;) {
        }
    }
    return 0;
}
