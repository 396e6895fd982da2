//! The questions of the probe, each a few lines of C.
//!
//! A choice is a function that prints what the compiler chose; the machine's answer to the same
//! program stands in `probe/`. A feature is a function that only has to compile and link: one that
//! compiles and then works wrongly is a bug to be found, not a lack. A question uses nothing but what
//! it asks about and plain C of 1990: arrays, bit-fields and the like would be blamed otherwise.

use crate::toolchain::{Difference, Lack};

/// A question.
pub struct Question {
    /// What it is about.
    pub about: QuestionKind,
    /// Declarations, and a function `NAME`, which stands for a name that no other part has.
    pub text: &'static str,
}

/// What a question is about.
#[derive(Copy, Clone)]
pub enum QuestionKind {
    /// What the compiler chose; where it does not compile, the compiler also lacks something.
    Choice(Difference, Option<Lack>),
    /// What it has.
    Feature(Lack),
}

/// What all programs of the probe start with. Numbers are printed by 32 bits, which every `unsigned
/// long` has.
pub const PROLOGUE: &str = "\
int putchar(int);
static void put(const char *text) { while (*text) putchar(*text++); }
static void num(unsigned long n) {
    int shift;
    putchar(' ');
    for (shift = 28; shift >= 0; shift -= 4) putchar(\"0123456789abcdef\"[(n >> shift) & 15]);
}
static void bytes(const unsigned char *from, int count) {
    int i;
    for (i = 0; i < count; i++) num(from[i]);
}
";

/// The first line that the probe prints.
pub const GREETING: &str = "brinell probe";

/// All questions.
pub const PARTS: &[Question] = &[
    choice(
        Difference::TypeSize,
        "
void NAME(void) {
    num(sizeof(short)); num(sizeof(int)); num(sizeof(long)); num(sizeof(void *));
}",
    ),
    Question {
        about: QuestionKind::Choice(Difference::TypeSize, Some(Lack::Int64)),
        text: "
void NAME(void) { num(sizeof(long long)); }",
    },
    choice(Difference::CharSign, "void NAME(void) { num((char)-1 < 0); }"),
    choice(
        Difference::SignedConversionWraps,
        "
volatile long NAME_a = 200, NAME_b = 100000, NAME_c = -129;
void NAME(void) {
    signed char c = (signed char)NAME_a;
    short s = (short)NAME_b;
    signed char d = (signed char)NAME_c;
    num(c == -56); num(s == -31072); num(d == 127);
}",
    ),
    choice(
        Difference::ArithmeticRightShift,
        "
volatile int NAME_i = -5; volatile long NAME_l = -5;
void NAME(void) { num(NAME_i >> 1 == -3); num(NAME_l >> 2 == -2); }",
    ),
    choice(
        Difference::ObjectRepresentation,
        "
unsigned short NAME_s = 0x0102; unsigned long NAME_l = 0x01020304UL;
void NAME(void) {
    bytes((unsigned char *)&NAME_s, sizeof NAME_s); bytes((unsigned char *)&NAME_l, sizeof NAME_l);
}",
    ),
    Question {
        about: QuestionKind::Choice(Difference::UnionPunning, Some(Lack::Unions)),
        text: "
union NAME_u { unsigned long l; unsigned short s; unsigned char c; signed char d; } NAME_v;
void NAME(void) {
    NAME_v.l = 0x818283f4UL;
    num(NAME_v.s); num(NAME_v.c); num(NAME_v.d < 0);
}",
    },
    Question {
        about: QuestionKind::Choice(Difference::BitFieldLayout, Some(Lack::Bitfields)),
        text: "
struct NAME_full { unsigned a : 3; unsigned b : 5; unsigned c : 8; } NAME_f;
struct NAME_over { unsigned a : 9; unsigned b : 11; unsigned c : 15; signed d : 2; short e; } NAME_o;
struct NAME_last { short a; signed b : 15; } NAME_l;
void NAME(void) {
    num(sizeof NAME_f); num(sizeof NAME_o); num(sizeof NAME_l);
    num((char *)&NAME_o.e - (char *)&NAME_o);
    NAME_f.a = 5; NAME_f.b = 19; NAME_f.c = 129;
    bytes((unsigned char *)&NAME_f, 2);
}",
    },
    choice(
        Difference::BitFieldLayout,
        "
union NAME_both { unsigned a : 11; char b; } NAME_b;
void NAME(void) { num(sizeof NAME_b); }",
    ),
    Question {
        about: QuestionKind::Choice(Difference::BitFieldLayout, Some(Lack::UnnamedBitfields)),
        text: "
struct NAME_only { char a; unsigned : 0; char b; unsigned : 3; } NAME_y;
struct NAME_zero { signed a : 2; unsigned : 0; unsigned b : 3; short e; } NAME_z;
struct NAME_hole { char a; unsigned b : 7; unsigned : 9; signed c : 4; short e; } NAME_h;
void NAME(void) {
    num(sizeof NAME_y); num(sizeof NAME_z); num(sizeof NAME_h);
    num((char *)&NAME_z.e - (char *)&NAME_z); num((char *)&NAME_h.e - (char *)&NAME_h);
}",
    },
    choice(
        Difference::WideBitField,
        "
struct NAME_s { unsigned long long a : 40; unsigned char b : 3; } NAME_v;
void NAME(void) {
    unsigned long long wide;
    NAME_v.a = 0xff12345678ULL; NAME_v.b = 7;
    wide = NAME_v.a << 8;
    num((unsigned long)(wide >> 32)); num((unsigned long)(wide & 0xffffffffUL));
    num(NAME_v.b); num(-NAME_v.b < 0);
}",
    ),
    choice(
        Difference::Packing,
        "
struct NAME_in { char a; short b; } NAME_i;
struct __attribute__((packed)) NAME_plain {
    char a; short b; char c; int d; struct NAME_in e; char f; long g;
} NAME_p;
struct __attribute__((packed)) NAME_full { char a; long b; char c; } NAME_f;
void NAME(void) {
    char *base = (char *)&NAME_p;
    num(sizeof NAME_p); num((char *)&NAME_p.b - base); num((char *)&NAME_p.d - base);
    num((char *)&NAME_p.e - base); num((char *)&NAME_p.g - base);
    NAME_f.a = 1; NAME_f.b = 0x02030405L; NAME_f.c = 6;
    bytes((unsigned char *)&NAME_f, sizeof NAME_f);
}",
    ),
    choice(
        Difference::Packing,
        "
struct __attribute__((packed)) NAME_full { char a; unsigned b : 4; unsigned c : 12; short d; } NAME_f;
struct __attribute__((packed)) NAME_over { unsigned a : 9; unsigned b : 15; signed c : 13; short d; }
    NAME_o;
void NAME(void) {
    num(sizeof NAME_f); num(sizeof NAME_o); num((char *)&NAME_o.d - (char *)&NAME_o);
    NAME_f.a = 1; NAME_f.b = 9; NAME_f.c = 0xabc; NAME_f.d = 0x0203;
    bytes((unsigned char *)&NAME_f + 1, 2);
}",
    ),
    choice(
        Difference::Packing,
        "
struct __attribute__((packed)) NAME_zero { char a; unsigned b : 3; unsigned : 0; short c; signed : 5;
    unsigned d : 2; int e; } NAME_z;
void NAME(void) {
    num(sizeof NAME_z); num((char *)&NAME_z.c - (char *)&NAME_z);
    num((char *)&NAME_z.e - (char *)&NAME_z);
}",
    ),
    feature(
        Lack::Arrays,
        "
static unsigned char NAME_a[7] = {1, 2, 255};
int NAME(void) { int l[3] = {1}; l[2] = NAME_a[l[0]]; return l[2]; }",
    ),
    feature(
        Lack::ArrayDimensions,
        "
static short NAME_a[3][4] = {{1}, {2, 3}};
int NAME(int i) { return NAME_a[2][i]; }",
    ),
    feature(
        Lack::ArrayFields,
        "
struct NAME_s { int a; short b[5]; };
static struct NAME_s NAME_v = {1, {2, 3}};
int NAME(int i) { return NAME_v.b[i]; }",
    ),
    feature(
        Lack::AddressLists,
        "
int NAME(void) { int a = 1; int *l[2] = {&a, 0}; return *l[0]; }",
    ),
    feature(
        Lack::ElementAddresses,
        "
static short NAME_a[3][4];
static short *NAME_p = &NAME_a[1][2];
int NAME(void) { return *NAME_p; }",
    ),
    feature(
        Lack::LargeFrames,
        "
long NAME(int n) { long a[40], b[40]; a[n] = n; b[n + 1] = n; return a[b[n]]; }",
    ),
    feature(
        Lack::UnnamedBitfields,
        "
struct NAME_s { unsigned a : 3; unsigned : 0; unsigned b : 5; unsigned : 2; unsigned c : 1; } NAME_v;
int NAME(void) { NAME_v.b = 1; return NAME_v.c; }",
    ),
    feature(
        Lack::Bitfields,
        "
struct NAME_s { signed int a : 3; unsigned int b : 11; };
static struct NAME_s NAME_v = {-2, 3U};
int NAME(void) { NAME_v.a = NAME_v.b; return NAME_v.a; }",
    ),
    feature(
        Lack::BoolType,
        "
static _Bool NAME_a = 1;
static _Bool NAME_f(_Bool p) { return !p; }
int NAME(void) { _Bool b = NAME_f(NAME_a); b += 3; return b; }",
    ),
    feature(Lack::Commas, "int NAME(void) { int a = 1, b; b = (a++, a + 2); return (b, a); }"),
    feature(
        Lack::CompoundAssigns,
        "
int NAME(void) {
    unsigned char a = 1; long b = 2;
    a += b; a <<= 3; b %= a; b |= a; a >>= 1; b *= 5; b ^= a--; return ++a - b;
}",
    ),
    feature(
        Lack::Consts,
        "
static const int NAME_a = 3;
static const int *const *const NAME_p = 0;
int NAME(const short a) { const int l = a; return NAME_a + l + !NAME_p; }",
    ),
    feature(Lack::DoLoops, "int NAME(int a) { do { a += 2; if (a == 5) continue; } while (a < 9); return a; }"),
    feature(
        Lack::FixedWidthTypes,
        "
typedef signed char NAME_int8_t;
typedef unsigned short NAME_uint16_t;
static NAME_uint16_t NAME_f(NAME_int8_t *p) { return (NAME_uint16_t)*p; }
int NAME(void) { NAME_int8_t a = -1; return NAME_f(&a); }",
    ),
    feature(
        Lack::FunctionPointers,
        "
static int NAME_f(int a, char *b) { return a + *b; }
static int NAME_g(int a, char *b) { return a - *b; }
static int (*NAME_t[2])(int, char *) = {NAME_f, &NAME_g};
static int (*NAME_r(int a))(int, char *) { return a == 1 ? NAME_t[1] : (int (*)(int, char *))0; }
static int NAME_c(int (*a)(int, char *), char *b) { return a != NAME_f ? (*a)(1, b) : 0; }
int NAME(void) { char b = 3; NAME_t[0] = NAME_g; return NAME_c(NAME_r(1), &b) + NAME_t[0](1, &b); }",
    ),
    feature(
        Lack::Gotos,
        "
int NAME(int a) {
    if (a) goto NAME_end;
    NAME_again: ;
    a++;
    if (a < 3) goto NAME_again;
    NAME_end:
    return a;
}",
    ),
    feature(
        Lack::InlineFunctions,
        "
static long NAME_f(long);
static inline int NAME_g(int a) { return a + 1; }
int NAME(void) { return NAME_f(3) + NAME_g(2); }
static inline long NAME_f(long a) { return a * 2; }",
    ),
    feature(
        Lack::Int128,
        "
static unsigned __int128 NAME_a = (unsigned __int128)9223372036854775809ULL << 64 | 5ULL;
static __int128 NAME_f(__int128 a, unsigned __int128 b) { return a / 3 + (__int128)(b % 7 >> a) * a; }
int NAME(void) {
    double d = (double)NAME_a;
    __int128 b = NAME_f(-5, NAME_a) << 1 == d;
    float f = (float)b;
    switch (b) { case (__int128)1 << 100: b++; }
    NAME_a = (unsigned __int128)f - (__int128)d;
    return (int)(NAME_a >> 70) + (NAME_a > 1);
}",
    ),
    feature(
        Lack::Int64,
        "
static unsigned long long NAME_a = 18446744073709551615ULL;
static long long NAME_f(long long a, unsigned long long b) { return a / 3 + (long long)(b % 7) * a; }
int NAME(void) { return (int)(NAME_f(-5LL, NAME_a) >> 40) + (NAME_a << 63 > 1); }",
    ),
    feature(
        Lack::MixedDeclarations,
        "
int NAME(int a) {
    a++;
    int b = a;
    /* clang -std=c89 gives these two one scope */
    for (int i = 0; i < 3; i++) b += i;
    for (int i = 0; i < 2; i++) b -= i;
    short c = 1;
    return b + c;
}",
    ),
    feature(
        Lack::NestedStructs,
        "
struct NAME_in { char e; int f; };
struct NAME_s { int a; struct NAME_in g; };
static struct NAME_s NAME_v = {1, {2, 3}};
int NAME(void) { return NAME_v.g.f; }",
    ),
    feature(
        Lack::NoinlineChecksum,
        "
static unsigned long NAME_a = 1;
__attribute__((noinline)) static void NAME_f(unsigned long a) { NAME_a = (NAME_a ^ a) * 3; }
int NAME(void) { NAME_f(2); return NAME_a & 127; }",
    ),
    feature(
        Lack::PackedStructs,
        "
struct __attribute__((packed)) NAME_s { char a; long b; };
static struct NAME_s NAME_v = {1, 2L};
int NAME(void) { NAME_v.b = 7; return NAME_v.b; }",
    ),
    feature(
        Lack::PointerFields,
        "
struct NAME_s { int a; int *b; struct NAME_s *c; };
static struct NAME_s NAME_v = {1, 0, 0};
int NAME(void) { NAME_v.b = &NAME_v.a; NAME_v.c = &NAME_v; return *NAME_v.c->c->b; }",
    ),
    feature(
        Lack::StructAssigns,
        "
struct NAME_s { long a; char b, c, d; };
static struct NAME_s NAME_v, NAME_w, NAME_x = {3L, 1, 2, 4};
int NAME(void) { NAME_v = NAME_w = NAME_x; return NAME_v.d; }",
    ),
    feature(
        Lack::StructParams,
        "
struct NAME_s { long a; char b, c, d; };
static int NAME_f(struct NAME_s a) { return a.a + a.d; }
int NAME(void) { struct NAME_s s = {1, 2}; return NAME_f(s); }",
    ),
    feature(
        Lack::StructReturns,
        "
struct NAME_s { long a; char b, c, d; };
static struct NAME_s NAME_f(int a) { struct NAME_s s = {1}; s.a = a; return s; }
int NAME(void) { struct NAME_s s; s = NAME_f(3); return s.b; }",
    ),
    feature(
        Lack::Switches,
        "
int NAME(int a, unsigned long b) {
    switch (b) { case 0UL: a++; case 4294967295UL: break; default: a = 3; }
    switch (a) { case -3: return 1; case 5: { int c = a; return c; } }
    return a;
}",
    ),
    feature(
        Lack::LongDouble,
        "
static long double NAME_a = -3.0L;
int NAME(long a, float b) {
    const volatile long double c = a * NAME_a;
    double d = c / 3 - (long double)b;
    return d < NAME_a ? (int)c : !c;
}",
    ),
    feature(
        Lack::Unions,
        "
union NAME_u { short a; unsigned long b; };
static union NAME_u NAME_v = {3};
int NAME(void) { NAME_v.b = 4; return NAME_v.b; }",
    ),
    feature(
        Lack::Volatiles,
        "
static volatile int NAME_a = 3;
static volatile int *volatile *volatile NAME_p = 0;
int NAME(volatile short a) { NAME_a += a; return NAME_a + !NAME_p; }",
    ),
    choice(
        Difference::RecordLayout,
        "
struct NAME_s { char a; short s; char b; int i; char c; long l; char d; void *p; } NAME_v;
union NAME_u { char a[5]; int b; } NAME_w;
void NAME(void) {
    char *base = (char *)&NAME_v;
    num((char *)&NAME_v.s - base); num((char *)&NAME_v.i - base);
    num((char *)&NAME_v.l - base); num((char *)&NAME_v.p - base);
    num(sizeof NAME_v); num(sizeof NAME_w);
}",
    ),
    Question {
        about: QuestionKind::Choice(Difference::RecordLayout, Some(Lack::Int64)),
        text: "
struct NAME_s { char a; long long l; } NAME_v;
void NAME(void) { num((char *)&NAME_v.l - (char *)&NAME_v); num(sizeof NAME_v); }",
    },
    choice(
        Difference::EnumSize,
        "
enum NAME_e { NAME_one, NAME_two } NAME_v;
void NAME(void) { num(sizeof NAME_v); }",
    ),
    // Excess precision, contraction, and what -ffast-math lets happen: sums in another order, no
    // zeros with a sign, no NaN, reciprocals, no subnormal numbers.
    choice(
        Difference::FloatEvaluation,
        "
volatile double NAME_a = 9007199254740992.0, NAME_b = 1.0, NAME_c = 134217729.0;
volatile double NAME_d = -18014398777917440.0, NAME_z = 0.0, NAME_s = 2.2250738585072014e-308;
volatile double NAME_x = 5.0, NAME_y = 49.0;
void NAME(void) {
    double a = NAME_a, b = NAME_b, c = NAME_c, d = NAME_d, z = NAME_z, x = NAME_x, y = NAME_y;
    double e = NAME_c, nan = z / z, minus = -z, product = e * e;
    num(sizeof(double)); num((a + b) - a == 0.0); num(c * c + d == 0.0); num(product + d == 0.0);
    num(nan != nan); num(1.0 / (minus + 0.0) > 0.0); num(y * (b / y) == 1.0); num(x / y * y == x);
    num(NAME_s / 2.0 != 0.0); num(0.1 != (double)0.1f);
}",
    ),
    choice(
        Difference::FloatEvaluation,
        "
volatile float NAME_a = 16777216.0f, NAME_b = 1.0f, NAME_c = 4097.0f, NAME_d = -16785408.0f;
void NAME(void) {
    float a = NAME_a, b = NAME_b, c = NAME_c, d = NAME_d, e = NAME_a, f = NAME_c;
    float sum = e + b, product = f * f;
    num(sizeof(float)); num((a + b) - a == 0.0f); num(sum - e == 0.0f); num(c * c + d == 0.0f);
    num(product + d == 0.0f);
}",
    ),
    // The sign of zero, and constants whose decimal text is not exact: C lets a compiler take a
    // neighbour (6.4.4.2p3).
    choice(
        Difference::FloatEvaluation,
        "
static double NAME_d[] = {3.4028234663852886e38, 2.2250738585072014e-308, 5e-324, 0.1,
    2.220446049250313e-16, 1023.9990234375, -0.0};
static float NAME_f[] = {3.4028235e38f, 1.1754944e-38f, 1e-45f, 0.1f, 1.1920929e-7f, 1023.999f, -0.0f};
volatile double NAME_z = 0.0;
volatile float NAME_y = 0.0f;
void NAME(void) {
    double z = NAME_z, minus = -z;
    float y = NAME_y, less = -y;
    unsigned char *byte = (unsigned char *)NAME_d;
    unsigned sum = 0;
    int i;
    num(1.0 / minus < 0.0); num(1.0f / less < 0.0f);
    for (i = 0; i < (int)sizeof(NAME_d); i++) sum = sum * 31 + byte[i];
    byte = (unsigned char *)NAME_f;
    for (i = 0; i < (int)sizeof(NAME_f); i++) sum = sum * 31 + byte[i];
    num(sum % 29989);
}",
    ),
    // Constants of type `float` that keep more than its precision (5.2.4.2.2p9); pcc's do, but not
    // as operands of `==`.
    choice(
        Difference::FloatEvaluation,
        "
static double NAME_s = 0.1f;
volatile double NAME_v = 0.0;
void NAME(void) {
    double d = 0.1f, q = 1.0f / 3.0f;
    NAME_v = 2147483600.0f;
    num(NAME_s != 0.1); num(d != 0.1); num(q != 1.0 / 3.0); num(NAME_v == 2147483648.0);
}",
    ),
    choice(Difference::FloatEvaluation, "void NAME(void) { num(sizeof(long double)); }"),
    // What is exact in any precision, and what -ffast-math makes of it: sums in another order, no
    // zeros with a sign, no NaN, reciprocals (of several quotients with one divisor), constants of
    // another type.
    choice(
        Difference::ExactFloats,
        "
volatile double NAME_a = 1e30, NAME_b = 4503599627370495.0, NAME_z = 0.0;
volatile double NAME_p = 49.0, NAME_q = 147.0, NAME_r = 2107.0, NAME_s = 4753.0, NAME_y = 49.0;
volatile float NAME_f = 1e30f, NAME_g = 8388607.0f;
void NAME(void) {
    double a = NAME_a, b = NAME_b, z = NAME_z, y = NAME_y, nan = z / z, minus = -z;
    double p = NAME_p, q = NAME_q, r = NAME_r, s = NAME_s;
    float f = NAME_f, g = NAME_g;
    long double l = (long double)b;
    num((a + b) - a == 0.0); num((f + g) - f == 0.0f); num(nan != nan);
    num(1.0 / (minus + 0.0) > 0.0);
    num(p / y == 1.0); num(q / y == 3.0); num(r / y == 43.0); num(s / y == 97.0);
    num((long)(b - 4503599627370000.0)); num(g + 1.0f == 8388608.0f); num((long)(l - b));
    num((long)((l * -1.0L + 4503599627370495.0L) * 2.0L));
}",
    ),
];

const fn choice(difference: Difference, text: &'static str) -> Question {
    Question { about: QuestionKind::Choice(difference, None), text }
}

const fn feature(lack: Lack, text: &'static str) -> Question {
    Question { about: QuestionKind::Feature(lack), text }
}

/// A program that asks some of the questions: by their numbers in [`PARTS`]. It prints a line for
/// each choice.
pub fn program(numbers: &[usize]) -> String {
    let parts = || numbers.iter().filter_map(|number| Some((number, PARTS.get(*number)?)));
    let texts: String = parts()
        .map(|(number, part)| part.text.replace("NAME", &format!("part_{number}")) + "\n")
        .collect();
    // A feature is compiled and linked, for it is a global function, but never called.
    let calls: String = parts()
        .filter_map(|(number, part)| match part.about {
            QuestionKind::Choice(difference, _) => Some(format!(
                "    put(\"{number} {difference}\"); part_{number}(); putchar('\\n');\n"
            )),
            QuestionKind::Feature(_) => None,
        })
        .collect();
    format!(
        "{PROLOGUE}{texts}
int main(void) {{
    put(\"{GREETING}\\n\");
{calls}    return 0;
}}
"
    )
}

/// A program that exits with 3 if it gets an argument.
pub fn with_arguments() -> String {
    format!(
        "{PROLOGUE}
int main(int argc, char **argv) {{
    put(\"{GREETING}\\n\");
    return argc == 2 && argv[1][0] == '1' ? 3 : 0;
}}
"
    )
}
