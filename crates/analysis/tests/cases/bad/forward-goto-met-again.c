// violation: NullDereference
// The label is walked again for the goto in the other arm; what came by the first goto must not
// get lost on the way.
int x, y, fuel = 3;
int main(void) {
    int *p = &x;
    {
        if (x) {
            p = 0;
            goto l;
        }
        p = &x;
        if (y) {
        l:
            y = 0;
        } else {
            p = &y;
            if (fuel-- > 0)
                goto l;
        }
    }
    return *p;
}
