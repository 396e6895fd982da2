# sdcc compiles one file at a time, its start-up code drops what `main` returns, and its linker lets
# code and data overflow without a word.
image=a.out sources= next=
for word; do
    shift
    case $next$word in
        image*) image=$word next= ;;
        -o) next=image ;;
        *.c) sources=$sources$word'
' ;;
        *) set -- "$@" "$word" ;;
    esac
done
[ "$sources" ] || exec "$0" "$@"
# Not named after the image: sdcc takes no path with `.exe` in it.
work=$(mktemp -d "$(dirname "$image")/parts.XXXXXX") || exit
trap 'rm -rf "$work"' EXIT
cat > "$work/start.s" << 'END'
	.globl _main, _exit, _putchar, s__DATA, l__DATA, l__INITIALIZER, s__INITIALIZER, s__INITIALIZED
	.area _HEADER (ABS)
	.org 0
	ld sp,#0
	call start
	call _main
	ex de,hl
	jp _exit
	.area _HOME
	.area _CODE
_putchar:
	ld a,#'w
	ld (0xfe),a
	ld a,l
	ld (0xfe),a
	ex de,hl
	ret
_exit:
	ld b,#10
	call print
	ld b,#'@
	call print
	ld a,#'x
	ld (0xfe),a
	ld a,l
	ld (0xfe),a
	ld b,#10
	call print
	ld a,#'s
	ld (0xfe),a
	halt
print:
	ld a,#'p
	ld (0xfe),a
	ld a,b
	ld (0xfe),a
	ret
	.area _INITIALIZER
	.area _GSINIT
start:
	ld hl,#s__DATA
	ld de,#l__DATA
zero:
	ld a,d
	or a,e
	jr z,copy
	ld (hl),#0
	inc hl
	dec de
	jr zero
copy:
	ld bc,#l__INITIALIZER
	ld a,b
	or a,c
	jr z,ready
	ld hl,#s__INITIALIZER
	ld de,#s__INITIALIZED
	ldir
ready:
	.area _GSFINAL
	ret
	.area _DATA
	.area _INITIALIZED
	.area _BSEG
	.area _BSS
	.area _HEAP
END
"${0%sdcc}sdasz80" -o "$work/start.rel" "$work/start.s" || exit
count=0 objects=
IFS='
'
for source in $sources; do
    count=$((count + 1))
    objects="$objects$work/$count.rel
"
    "$0" -mz80 --std-c99 --less-pedantic "$@" -c -o "$work/$count.rel" "$source" || exit
done
"$0" -mz80 --no-std-crt0 --code-loc 0x100 --data-loc 0 -o "$work/image.ihx" "$work/start.rel" $objects || exit
end=$(sed -n 's/^ *\([0-9A-F]*\)  s__HEAP .*/\1/p' "$work/image.map")
if [ $((0x$end)) -gt $((0xe000)) ]; then
    echo "error: code and data overflow the memory by $((0x$end - 0xe000)) bytes" >&2
    exit 1
fi
mv "$work/image.ihx" "$image"
