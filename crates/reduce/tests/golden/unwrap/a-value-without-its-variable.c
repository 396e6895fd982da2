// oracle: output contains "here"
int printf(const char *, ...);
static int say(void) { return printf("here\n"); }
int main(void) {
    int said = say();
    for (int i = say(); i < 3; i++) {
        said = i;
    }
    return 0;
}
