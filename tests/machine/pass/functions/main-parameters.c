// C11 5.1.2.2.1p1: main with its two parameters, one of them written as an array
int printf(const char *, ...);
int main(int argc, char *argv[]) {
    printf("%d %d\n", argc, argv[argc] == 0);
    return 0;
}
