# simavr shows text by lines, and dots for what cannot be printed: each byte of the program's output
# comes as a line with its octal digits.
"$0" -m atmega1284p -f 16000000 "$1" 2>&1 | sed -n 's/^.*\x1b\[32m\(.*\)\.$/\1/p' | {
    status=99
    while IFS= read -r line; do
        case $line in
            =[0-3][0-7][0-7]) printf "\\${line#=}" ;;
            @[0-9][0-9][0-9]) status=${line#@} ;;
        esac
    done
    exit "$status"
}
