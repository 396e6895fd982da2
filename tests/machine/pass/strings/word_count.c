// C11 7.24.5: splitting a text into words kept as pointers into it
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[] = "the cat and the dog and the bird";
    char *words[16];
    int count[16] = {0}, n = 0;
    for (char *p = text; *p;) {
        char *start = p;
        while (*p && *p != ' ')
            p++;
        if (*p)
            *p++ = '\0';
        int i;
        for (i = 0; i < n && strcmp(words[i], start); i++)
            ;
        if (i == n)
            words[n++] = start;
        count[i]++;
    }
    for (int i = 0; i < n; i++)
        printf("%s:%d ", words[i], count[i]);
    putchar('\n');
    printf("%d %zu\n", n, strlen(text));
    return 0;
}
