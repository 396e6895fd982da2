static int pick(int which)
{
    int value;
    if (which > 10)
        value = which;
    return value;
}

int main(void)
{
    return pick(11) + pick(2);
}
