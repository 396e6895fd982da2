// C11 6.3.1.4p1: -1 does not fit unsigned __int128
// rule: float-to-int
// line: 7

int main(void) {
    float x = -1;
    return (unsigned __int128)x == 1;
}
