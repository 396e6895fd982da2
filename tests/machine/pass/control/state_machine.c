// C11 6.8.4.2: a scanner as a state machine in a switch inside a loop
#include <stdio.h>

enum St { START, WORD, NUMBER, SPACE };
int main(void) {
    const char *s = "abc 123  x9 77 end";
    enum St st = START;
    int words = 0, numbers = 0, gaps = 0, value = 0, total = 0;
    for (;; s++) {
        int c = *s;
        enum St next = c == 0 ? START : c == ' ' ? SPACE : c >= '0' && c <= '9' ? NUMBER : WORD;
        switch (st) {
        case WORD:
            if (next == NUMBER)
                next = WORD;
            break;
        case NUMBER:
            if (next != NUMBER) {
                total += value;
                value = 0;
            }
            break;
        case START:
        case SPACE:;
        }
        if (next != st)
            switch (next) {
            case WORD: words++; break;
            case NUMBER: numbers++; break;
            case SPACE: gaps++;
            default:;
            }
        if (next == NUMBER)
            value = value * 10 + (c - '0');
        st = next;
        if (!c)
            break;
    }
    printf("%d %d %d %d\n", words, numbers, gaps, total);
    return 0;
}
