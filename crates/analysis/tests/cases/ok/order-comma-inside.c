int i;
int main(void) {
    i = (i = 1, 2);
    return 0;
}
