// C11 6.5.16.2p3: /= promotes a bit-field of 19 bits to int, as / does (pcc divides without a sign)

int printf(const char *, ...);

struct S {
    unsigned f : 19;
};

int main(void) {
    struct S s = {1};
    s.f /= -1;
    printf("%d\n", (int)s.f);
    return 0;
}
