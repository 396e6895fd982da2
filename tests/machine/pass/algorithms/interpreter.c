// C11 6.8.4.2: a small stack machine, run by a switch inside a loop
#include <stdio.h>

enum Op { PUSH, DUP, SWAP, MUL, DEC, JNZ, POP, PRINT, HALT };
struct I { enum Op op; long arg; };
static int run(const struct I *code) {
    long stack[16], *sp = stack;
    int steps = 0;
    for (const struct I *pc = code;; steps++) {
        const struct I i = *pc++;
        switch (i.op) {
        case PUSH: *sp++ = i.arg; break;
        case DUP: *sp = sp[-1]; sp++; break;
        case SWAP: {
            long t = sp[-1];
            sp[-1] = sp[-2];
            sp[-2] = t;
            break;
        }
        case MUL: sp--; sp[-1] *= *sp; break;
        case DEC: --sp[-1]; break;
        case JNZ:
            if (sp[-1])
                pc = code + i.arg;
            break;
        case POP: sp--; break;
        case PRINT: printf("%ld\n", sp[-1]); break;
        case HALT: return steps;
        }
    }
}
int main(void) {
    static const struct I prog[] = {{PUSH, 1}, {PUSH, 10}, {DUP}, {POP}, {SWAP}, {PRINT}, {SWAP},
        {HALT}};
    printf("%d\n", run(prog));
    static const struct I count[] = {{PUSH, 3}, {PRINT}, {DEC}, {JNZ, 1}, {POP}, {PUSH, 7}, {DUP}, {MUL}, {PRINT}, {HALT}};
    printf("%d\n", run(count));
    return 0;
}
