// oracle: exit 3
static unsigned __int128 a[2] = {((unsigned __int128)1 << 100) + 3, 7};
static __int128 f(__int128 x, unsigned y) { return x + y; }
int main(void) { unsigned __int128 b = a[0]; return (int)f(b & 255, 0); }
