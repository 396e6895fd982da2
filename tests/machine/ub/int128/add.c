// C11 6.5p5: the sum does not fit __int128
// rule: signed-overflow
// line: 7

int main(void) {
    __int128 max = (__int128)(~(unsigned __int128)0 >> 1);
    return (max + 1) >> 127;
}
