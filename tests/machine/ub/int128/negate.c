// C11 6.5p5: the smallest __int128 has no opposite
// rule: signed-overflow
// line: 7

int main(void) {
    __int128 min = -(__int128)(~(unsigned __int128)0 >> 1) - 1;
    return -min < 0;
}
