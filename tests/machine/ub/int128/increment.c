// C11 6.5.2.4: '++' of the largest __int128
// rule: signed-overflow
// line: 7

int main(void) {
    __int128 max = (__int128)(~(unsigned __int128)0 >> 1);
    max++;
    return 0;
}
