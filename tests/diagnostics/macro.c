#define HALVE(a, b) ((a) / (b))

int main(void)
{
    int zero = 0;
    return HALVE(10, zero);
}
