// C11 7.1.3p1: at file scope, names that begin with an underscore are reserved
// rule: reserved-name
// line: 4
static int _count;
int main(void) { return _count; }
