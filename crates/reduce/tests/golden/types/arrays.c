// oracle: exit 2
static const volatile long a[4] = {1, 2, 3, 4};
static short b[5] = {2};
int main(void) { unsigned char c = b[0]; return a[1] + c - 2; }
