// violation: NullDereference
int x;
int *a[3] = {&x, 0, &x};
int main(void) { return *a[0]; }
