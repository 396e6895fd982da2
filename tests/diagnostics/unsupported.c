int main(void)
{
    int n = 1;
    __asm__ volatile("nop");
    return n;
}
