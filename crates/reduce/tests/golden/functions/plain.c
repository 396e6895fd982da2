// oracle: exit 2
static inline unsigned char f(void) { return 2; }
int main(void) { return f(); }
