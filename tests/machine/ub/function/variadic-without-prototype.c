// C11 6.5.2.2p6: a function with a variable number of arguments must be called with a prototype
// rule: wrong-arguments
// line: 6
int printf();
int main(void) {
    printf("hello\n");
    return 0;
}
