# The simulator reads only files with this ending. What the program prints goes straight to standard
# output, how it ends to the simulator's console.
[ -e "$1.ihx" ] || ln -s "$(basename "$1")" "$1.ihx"
exec 3>&1
status=$("$0" -b -q -I 'if=rom[0xfe],out=/dev/fd/3' -e run "$1.ihx" < /dev/null |
    sed -n 's/^@\([0-9A-Fa-f][0-9A-Fa-f]\)$/0x\1/p')
exit $((${status:-99}))
