// C11 6.5.7p3: an unsigned __int128 is shifted by 128
// rule: shift-too-far
// line: 7

int main(void) {
    unsigned __int128 x = 1;
    return (x << 128) == 1;
}
