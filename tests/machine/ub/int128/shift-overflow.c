// C11 6.5.7p4: a bit gets into the sign of an __int128
// rule: shift-overflow
// line: 7

int main(void) {
    __int128 x = 1;
    return (x << 127) == 1;
}
