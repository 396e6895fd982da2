// C11 7.1.4p2: a library function may be declared by the program, with its type
int printf(const char *restrict, ...);
typedef __SIZE_TYPE__ size;
void *malloc(size);
void free(void *const);
extern size strlen(const char *);
char *strcpy(char *to, const char *from);
int main(void) {
    char *p = malloc(8);
    if (p) {
        strcpy(p, "seven");
        printf("%s %d\n", p, (int)strlen(p));
    }
    free(p);
    return 0;
}
