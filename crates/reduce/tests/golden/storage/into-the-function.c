// oracle: exit 7
int used_here = 4, elsewhere = 1;
int values[2] = {2, 0};
int *pointer = values;
static int twice(void) { return elsewhere * 2; }
int main(void) {
    used_here += twice();
    elsewhere = 0;
    return used_here + pointer[1] + values[1] + 1;
}
