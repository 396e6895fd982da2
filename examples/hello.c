/* A defined program: every correct compiler makes it print the same. */
#include <stdio.h>

struct point { int x, y; };

static int distance(struct point a, struct point b)
{
    int dx = a.x > b.x ? a.x - b.x : b.x - a.x;
    int dy = a.y > b.y ? a.y - b.y : b.y - a.y;
    return dx + dy;
}

int main(void)
{
    struct point corner[4] = { { 0, 0 }, { 3, 0 }, { 3, 4 }, { 0, 4 } };
    int around = 0;
    for (int i = 0; i < 4; i++)
        around += distance(corner[i], corner[(i + 1) % 4]);
    printf("hello, the way around is %d\n", around);
    return 0;
}
