// violation: Unsequenced
union { int a; short b; } u;
int main(void) {
    u.a + (u.b = 1);
    return 0;
}
