// C11 6.5.7p4: a negative __int128 is shifted left
// rule: shift-of-negative
// line: 7

int main(void) {
    __int128 x = -1;
    return (x << 1) == 1;
}
