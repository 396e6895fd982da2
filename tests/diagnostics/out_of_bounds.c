struct pair { int head[3]; int tail[3]; };

int main(void)
{
    struct pair pair = { { 1, 2, 3 }, { 4, 5, 6 } };
    int sum = 0;
    for (int i = 0; i <= 3; i++)
        sum += pair.head[i];
    return sum;
}
