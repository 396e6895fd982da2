// C11 7.1.3p1: names that begin with an underscore are reserved at file scope
// rule: reserved-name
// line: 4
int _count;
int main(void) { return _count; }
