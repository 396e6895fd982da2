// violation: NullDereference
int x;
int *a[3] = {&x, &x};
int main(void) { return *a[0]; }
