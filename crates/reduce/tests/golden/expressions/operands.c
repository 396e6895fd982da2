// oracle: exit 6
int a = 6, b = 2;
int main(void) { a += b - b; return (a & (b ? 7 : b)) | 0 * b; }
