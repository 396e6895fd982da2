// C11 6.5.6p8: an index of 2^64 is outside, whatever its low half says
// rule: pointer-arithmetic
// line: 7

int main(void) {
    int a[4] = { 0 }; __int128 i = (__int128)1 << 64;
    return a[i];
}
