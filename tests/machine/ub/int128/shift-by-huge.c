// C11 6.5.7p3: an int is shifted by an unsigned __int128 that no word holds
// rule: shift-too-far
// line: 7

int main(void) {
    unsigned __int128 by = (unsigned __int128)1 << 127;
    return 1 << by;
}
