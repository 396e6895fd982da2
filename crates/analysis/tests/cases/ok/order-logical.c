int a;
int main(void) {
    a && a++;
    return 0;
}
