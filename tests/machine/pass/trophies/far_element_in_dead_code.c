// C11 6.5.6p8: an element far outside is undefined only where it is computed (clang -O0 cannot link it)
// skip: clang 14 and 19 at -O0 make a relocation of 32 bits for an offset that does not fit
// skip: tcc 0.9.27 has an internal error: relocation failed
int printf(const char *, ...);
static long a[2] = {1, 2};
int main(int argc, char **argv) {
    if (argc > 100) {
        return a[268435455] != 0;
    }
    printf("%d\n", argc);
    return 0;
}
