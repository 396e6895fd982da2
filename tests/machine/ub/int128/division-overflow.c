// C11 6.5.5p6: the smallest __int128 divided by -1
// rule: division-overflow
// line: 7

int main(void) {
    __int128 min = -(__int128)(~(unsigned __int128)0 >> 1) - 1, y = -1;
    return min / y == 1;
}
