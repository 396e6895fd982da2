// oracle: exit 7
int g = 1;
static int never(int x) { return x * 2; }
int main(void) {
    int r = 0;
    if (g) { r = 7; } else { r = never(3); }
    if (!g) { r = never(r); }
    while (g > 1) { r = never(4); }
    switch (g) { case 0: r = 1; break; case 1: r++; break; default: return never(1); }
    r = g ? r - 1 : never(r);
    return r || never(2) ? r : 0;
}
