// C11 6.2.6.1: which NaN an operation gives is unspecified, in long double too
// rule: nan-representation
// line: 9

int main(void) {
    long double zero = 0;
    union { long double x; unsigned long half; } view;
    view.x = zero / zero;
    return view.half == 0;
}
