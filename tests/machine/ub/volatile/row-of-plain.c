// C11 6.7.3p6: a pointer to rows of plain elements leads to volatile ones
// rule: volatile-access
// line: 9

static volatile int rows[3][2];

int main(void) {
    int (*row)[2] = (int (*)[2])rows;
    return (*row)[1];
}
