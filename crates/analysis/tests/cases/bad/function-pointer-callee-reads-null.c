// violation: NullDereference
int x;
int good(int *p) { return p != 0; }
int bad(int *p) { return *p; }
int (*const table[2])(int *) = {good, bad};
int main(void) { return table[0](0); }
