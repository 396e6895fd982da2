// C11 6.5p2: an __int128 is modified twice
// rule: unsequenced
// line: 7

int main(void) {
    __int128 x = 0;
    x = x++ + 1;
    return 0;
}
