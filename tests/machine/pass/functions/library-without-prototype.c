// C11 6.5.2.2p6: other library functions can do without, if the arguments have the right types
// exit: 3
int puts();
void exit();
int main(void) {
    puts("hello");
    exit(3);
}
