// C11 6.5.7p4: A shift of the value of a call by a remainder (pcc's count overwrites the value)

int printf(const char *, ...);

static int one(int x) {
    return x;
}

int main(void) {
    int five = 5;
    printf("%d\n", one(1) << 7 % five);
    return 0;
}
