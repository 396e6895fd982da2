int main(void)
{
    int a[4] = { 0 };
    int i = 0;
    a[i] = i++;
    return a[0];
}
