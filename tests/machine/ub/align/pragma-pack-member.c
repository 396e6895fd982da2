// C11 6.5.3.2p4: #pragma pack moves a member to an odd offset as well.
// TRAPS: #pragma pack and __attribute__((packed)) differ
// rule: misaligned
// line: 20
// output: 1

#include <stdio.h>

#pragma pack(push, 1)
struct s {
    unsigned char c;
    long long v;
};
#pragma pack(pop)

int main(void) {
    struct s s = { 1, 2 };
    long long *p = &s.v;
    printf("%d\n", s.c);
    *p += 1;
    return 0;
}
