// C11 6.5p5: the product does not fit __int128
// rule: signed-overflow
// line: 7

int main(void) {
    __int128 x = (__int128)1 << 64;
    return (x * (x >> 1)) >> 127;
}
