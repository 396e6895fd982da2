// violation: NullDereference
int f(void) { return 1; }
int (*p)(void);
int main(void) {
    if (p == 0)
        return 0;
    return p();
}
