// oracle: text contains "> "
long g = 123456789L;
int main(void) { return g > 77 ? 0x7fffL & 15 : 1000; }
