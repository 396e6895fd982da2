// oracle: text contains "a / b"
int main(void) {
    int a = 21, b = 4, c = 2, r = 0;
    r = (((a - b) * c + (b ^ c) + (a - b) * c + (b ^ c) + (a - b) * c + (b ^ c) + (a - b) * c + (b ^ c) + (a - b) * c + (b ^ c) + (a - b) * c + (b ^ c) + (a - b) * c + (b ^ c)) | (c + a / b)) - ((a - b) * c + (b ^ c) - (a - b) * c + (b ^ c) - (a - b) * c + (b ^ c) - (a - b) * c + (b ^ c) - (a - b) * c + (b ^ c) - (a - b) * c + (b ^ c) - (a - b) * c + (b ^ c));
    return r & 63;
}
