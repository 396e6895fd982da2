// C11 6.4p4: the longest token wins; comments and continued lines are white space
#include <stdio.h>

#define CAT(a, b) a##b
#define STR(x) #x
#define XSTR(x) STR(x)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define N 4 + 1
int main(void) {
    int a = 5, b = 2, *p = &b;
    printf("%d ", a+++b);
    printf("%d ", a---b);
    printf("%d %d\n", a, a/ *p);
    printf("%d %d\n", a-- - --b, N * 2);
    int xy = 9;
    printf("%d %s %s\n", CAT(x, y), STR(a + "b"), XSTR(N));
    printf("%d\n", MAX(MAX(1, xy), 3)); /* comment */
    printf("con\
tinued %d\n", 1/**/+/**/1);
    printf("%d%c", a <= b || a >= b, '\n');
    printf("%s\n", "//" "/*" "*/");
    return 0;
}
