// oracle: exit 2
#pragma pack(1)
struct s { char a; const long b : 3; unsigned c; union { int d; short e; } u; };
#pragma pack()
struct s s = {1, 2, 3, {4}};
int main(void) { return s.b; }
