// oracle: exit 2
int main(void) {
    int x = 2;
    goto out;
    x = 3;
    { x = 4; }
out:
    return x;
}
