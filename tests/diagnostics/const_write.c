static const int limit = 10;

static void raise(int *where)
{
    *where = 20;
}

int main(void)
{
    raise((int *)&limit);
    return limit;
}
