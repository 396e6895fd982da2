// oracle: text contains " ^ "
int a = 6, b = 2;
int main(void) { return (a ^ (b << 2)) - (a * b); }
