// C11 6.5.2.2: eight queens by backtracking with bit masks and with arrays
#include <stdio.h>

static int solve(unsigned cols, unsigned l, unsigned r, unsigned all) {
    if (cols == all)
        return 1;
    int n = 0;
    for (unsigned free_ = all & ~(cols | l | r); free_;) {
        unsigned bit = free_ & -free_;
        free_ ^= bit;
        n += solve(cols | bit, (l | bit) << 1, (r | bit) >> 1, all);
    }
    return n;
}
static int board[6], first[6], found;
static void place(int row) {
    if (row == 6) {
        if (!found++)
            for (int i = 0; i < 6; i++)
                first[i] = board[i];
        return;
    }
    for (board[row] = 0; board[row] < 6; board[row]++) {
        int ok = 1;
        for (int k = 0; k < row && ok; k++) {
            int d = board[k] - board[row];
            ok = d && d != row - k && d != k - row;
        }
        if (ok)
            place(row + 1);
    }
}
int main(void) {
    printf("%d %d\n", solve(0, 0, 0, 0xff), solve(0, 0, 0, 0x3f));
    place(0);
    printf("%d: %d %d %d %d %d %d\n", found, first[0], first[1], first[2], first[3], first[4], first[5]);
    return 0;
}
