// C11 6.7.6.3p15: int and unsigned parameters make different function types; the entry is the last of a table.
// rule: wrong-function-type
// line: 24
// output: 2
// output: 3

#include <stdio.h>

static unsigned inc(unsigned x) {
    return x + 1;
}

static unsigned inc2(unsigned x) {
    return x + 2;
}

static unsigned inc3(int x) {
    return (unsigned)x + 3;
}

int main(void) {
    unsigned (*table[3])(unsigned) = { inc, inc2, (unsigned (*)(unsigned))inc3 };
    for (int i = 0; i < 3; i++) {
        printf("%u\n", table[i](1));
    }
    return 0;
}
