// C11 6.5.5p5: an __int128 divided by zero
// rule: division-by-zero
// line: 7

int main(void) {
    __int128 x = (__int128)1 << 90, y = 0;
    return x / y == 1;
}
