// C11 6.5.7p3: the amount is a negative __int128
// rule: negative-shift
// line: 7

int main(void) {
    __int128 by = -1;
    return (int)((__int128)1 >> by);
}
