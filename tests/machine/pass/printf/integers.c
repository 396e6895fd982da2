// C11 7.21.6.1: integer conversions with every flag, width and precision
#include <stdio.h>

int main(void) {
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", -42, -42, -42, -42, -42, -42);
    printf("[%.3d] [%8.3d] [%-8.3d] [%+.3d] [%.0d] [%.d]\n", 5, 5, 5, 5, 0, 0);
    printf("[%i] [%u] [%o] [%x] [%X]\n", 7, 3000000000u, 8u, 0xbeefu, 0xbeefu);
    printf("[%#o] [%#x] [%#X] [%#x] [%#o] [%#.0o]\n", 8u, 255u, 255u, 0u, 0u, 0u);
    printf("[%08x] [%#08x] [%-#8x] [%8.4x] [%#.4x]\n", 255u, 255u, 255u, 255u, 255u);
    printf("[%*d] [%-*d] [%*d] [%.*d] [%.*d]\n", 6, 1, 6, 2, -6, 3, 4, 4, -1, 5);
    printf("[%+ d] [%-05d] [%05.2d]\n", 9, 9, 9);
    return 0;
}
