// C11 6.5.14p4: A division that would overflow is not evaluated (pcc's compiler dies, an error to link)

int printf(const char *, ...);

int main(void) {
    printf("%d\n", 1 || (-9223372036854775807L - 1) / -1);
    return 0;
}
