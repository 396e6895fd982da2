// violation: NullDereference
int x;
int get(int *p) { return *p; }
int main(void) {
    get(&x);
    return get(0);
}
