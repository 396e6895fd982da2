// oracle: exit 44
int main(void) { return 300; }
