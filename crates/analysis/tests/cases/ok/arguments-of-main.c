int verbose;
void read_arguments(int argc, char **argv) {
    verbose = argc == 2 && argv[1][0] == '1' && argv[1][1] == '\0';
}
int main(int argc, char **argv) {
    read_arguments(argc, argv);
    return verbose;
}
