"$0" -m atmega1284p -f 16000000 "$1" 2>&1 | sed -n 's/^.*\x1b\[32m\(.*\)\.$/\1/p' | {
    status=99
    while IFS= read -r line; do
        case $line in
            @[0-9][0-9][0-9]) status=${line#@} ;;
            *) printf '%s\n' "$line" ;;
        esac
    done
    exit "$status"
}
