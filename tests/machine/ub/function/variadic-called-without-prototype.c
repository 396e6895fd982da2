// C11 6.5.2.2p6: a function of the program with a variable number of arguments must be called with a prototype
// rule: wrong-arguments
// line: 11
static int first(int x, ...)
{
    return x;
}

int main(void)
{
    return ((int (*)())first)(0);
}
