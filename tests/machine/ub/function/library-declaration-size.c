// C11 6.2.7p2: malloc takes a size_t, which is not an unsigned int here
// rule: library-declaration
// line: 7
void *malloc(unsigned);
void free(void *);
int main(void) {
    free(malloc(4));
    return 0;
}
