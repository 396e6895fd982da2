// C11 6.2.7p2: printf takes a const char *
// rule: library-declaration
// line: 6
int printf(char *, ...);
int main(void) {
    printf("hello\n");
    return 0;
}
