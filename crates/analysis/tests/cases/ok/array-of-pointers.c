int x, y;
int *a[2] = {&x, &y};
int main(void) { a[1] = &x; return *a[0]; }
