//! The rows of the table of richness, and what can be added up over many programs.

/// How a row is to be read.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Reading {
    /// Things counted: larger programs have more of them, so a rate by size means something.
    Count,
    /// A depth or a variety: it does not grow with the size.
    Level,
    /// A part of a whole, 0 to 1. Programs without the whole have no value.
    Share,
}

macro_rules! rows {
    ($($(#[$doc:meta])* $row:ident $name:literal $reading:ident,)*) => {
        /// A row of the table.
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
        pub enum Row { $($(#[$doc])* $row,)* }

        impl Row {
            /// Every row, in the order of the table.
            pub const ALL: [Self; [$(Self::$row),*].len()] = [$(Self::$row),*];

            /// What people read.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$row => $name,)* }
            }

            /// How it is to be read.
            pub const fn reading(self) -> Reading {
                match self { $(Self::$row => Reading::$reading,)* }
            }
        }
    };
}

rows! {
    // ---- size ----
    /// Tokens of the random part as printed.
    Tokens "tokens" Count,
    /// Functions with a body.
    Functions "functions" Count,
    /// Parameters of those.
    Parameters "parameters" Count,
    /// Variables with static storage duration.
    Globals "globals" Count,
    /// Variables declared in blocks.
    Locals "locals" Count,
    /// Braces around statements, as printed.
    Blocks "blocks" Count,
    /// Statements that do something; not declarations, labels, blocks and heads of `for`.
    Statements "statements" Count,
    /// Nodes of expressions that the text shows; a wrapper call is one, as its operator would be.
    Expressions "expressions" Count,
    /// The deepest expression.
    DepthMost "expression depth, most" Level,
    /// The depth of a full expression.
    DepthMean "expression depth, mean" Level,
    // ---- data ----
    /// Elements of braced initialisers: about half of Csmith's tokens.
    Elements "initialiser elements" Count,
    /// Variables and parameters that are pointers or arrays of them.
    Pointers "pointer variables" Count,
    /// The most `*` in a declaration.
    PointerDepthMost "pointer depth, most" Level,
    /// The `*` of a pointer variable.
    PointerDepthMean "pointer depth, mean" Level,
    /// `&`, in initialisers as well.
    AddressOf "address-of" Count,
    /// `*` and `->`.
    Dereferences "dereferences" Count,
    /// Variables and parameters that are pointers to functions or arrays of them.
    FunctionPointers "function pointer variables" Count,
    /// Comparisons of pointers with pointers.
    PointerComparisons "pointer comparisons" Count,
    /// Sums, steps and differences of pointers.
    PointerArithmetic "pointer arithmetic" Count,
    /// Variables that are arrays.
    Arrays "arrays" Count,
    /// The dimensions of an array.
    Dimensions "array dimensions, mean" Level,
    /// `[]`, one for each dimension.
    Indices "index expressions" Count,
    /// Those whose index is not a constant.
    VariableIndices "variable indices" Count,
    /// `.` and `->`.
    Members "member accesses" Count,
    /// Structs that something has the type of.
    Structs "structs" Count,
    /// Unions that something has the type of.
    Unions "unions" Count,
    /// Named fields of those.
    Fields "fields" Count,
    /// Bit-fields, unnamed ones included.
    BitFields "bit-fields" Count,
    /// Structs packed in any way.
    Packed "packed structs" Count,
    /// Fields that are records.
    Nested "nested records" Count,
    /// Fields that are arrays.
    ArrayFields "array fields" Count,
    /// Fields that are pointers.
    PointerFields "pointer fields" Count,
    /// Variables, parameters and fields with `volatile` at some level.
    VolatileDeclarations "volatile declarations" Count,
    /// Variables, parameters and fields with `const` at some level.
    ConstDeclarations "const declarations" Count,
    /// Reads and writes of volatile lvalues, as written.
    VolatileAccesses "volatile accesses" Count,
    /// Variables and parameters of 128 bits, and arrays of them.
    WideVariables "128-bit variables" Count,
    /// Operators whose result has 128 bits, and comparisons and conversions of such values.
    WideOperations "128-bit operations" Count,
    /// Variables and parameters of a floating type, and arrays of them.
    Floats "floating variables" Count,
    /// `+`, `-`, `*`, `/` on floating operands, `+=` and `++` included.
    FloatOperations "floating operations" Count,
    /// `<` and the like on floating operands.
    FloatComparisons "floating comparisons" Count,
    /// Conversions between integers and floating values, shown by the text or not.
    FloatConversions "floating conversions" Count,
    // ---- control ----
    /// `if`
    Ifs "if" Count,
    /// All loops.
    Loops "loops" Count,
    /// `for`
    Fors "for" Count,
    /// `while`
    Whiles "while" Count,
    /// `do`
    Dos "do" Count,
    /// The most loops around a statement.
    LoopDepth "loop nesting, most" Level,
    /// `switch`
    Switches "switch" Count,
    /// `case` and `default`
    Cases "case" Count,
    /// Cases that the statements of the case before can run into.
    Fallthroughs "fallthrough" Count,
    /// `break`, out of loops and switches.
    Breaks "break" Count,
    /// `continue`
    Continues "continue" Count,
    /// `goto`
    Gotos "goto" Count,
    /// `goto` to a label further down.
    ForwardGotos "goto, forward" Count,
    /// `goto` to a label further up.
    BackwardGotos "goto, backward" Count,
    /// `return`
    Returns "return" Count,
    /// Calls of random functions.
    Calls "calls" Count,
    /// Those through pointers.
    IndirectCalls "calls through pointers" Count,
    // ---- expressions ----
    /// Casts that the text shows, null pointers apart.
    Casts "casts" Count,
    /// `?:`
    Conditionals "conditionals" Count,
    /// The comma operator.
    Commas "commas" Count,
    /// `&&` and `||`
    Logicals "logical operators" Count,
    /// `<` and the like, wrapped or not.
    Comparisons "comparisons" Count,
    /// Assignments inside expressions.
    EmbeddedAssigns "embedded assignments" Count,
    /// `+=` and the like, anywhere.
    CompoundAssigns "compound assignments" Count,
    /// `++` and `--`, anywhere.
    Increments "increments" Count,
    /// Integer operations that could be undefined and stand in a wrapper.
    Wrapped "wrapped operations" Count,
    /// Integer operations that could be undefined and stand raw.
    Raw "raw operations" Count,
    // ---- shares and variety ----
    /// Raw operations among all that could be undefined.
    RawShare "share of raw operations" Share,
    /// Statements that the run reaches.
    LiveShare "share of live statements" Share,
    /// Different operators; `+`, `+=` and a wrapped `+` are two.
    Operators "distinct operators" Level,
    /// Different qualified types of declarations and casts.
    Types "distinct types" Level,
}

const ROWS: usize = Row::ALL.len();

/// What one program has.
#[derive(Clone, Debug, PartialEq)]
pub struct Richness {
    values: [Option<f64>; ROWS],
}

impl Default for Richness {
    fn default() -> Self {
        Self {
            values: Row::ALL.map(|row| match row.reading() {
                Reading::Count | Reading::Level => Some(0.0),
                Reading::Share => None,
            }),
        }
    }
}

impl Richness {
    /// The value of a row; `None` for the share of a whole that the program does not have.
    pub fn get(&self, row: Row) -> Option<f64> {
        self.values[row as usize]
    }

    /// The number in a row that always has one.
    pub fn count(&self, row: Row) -> f64 {
        self.get(row).unwrap_or(0.0)
    }

    /// One more of something.
    pub(super) fn add(&mut self, row: Row, more: usize) {
        *self.values[row as usize].get_or_insert(0.0) += more as f64;
    }

    /// Raises a row to a level it did not have yet.
    pub(super) fn raise(&mut self, row: Row, level: usize) {
        let value = self.values[row as usize].get_or_insert(0.0);
        *value = value.max(level as f64);
    }

    /// A part of a whole, or the mean of a sum over so many; nothing where there is no whole.
    pub(super) fn ratio(&mut self, row: Row, part: f64, whole: f64) {
        if whole > 0.0 {
            self.values[row as usize] = Some(part / whole);
        }
    }
}

/// Many programs together.
#[derive(Clone, Debug, PartialEq)]
pub struct RichnessSummary {
    programs: u64,
    sums: [f64; ROWS],
    /// Programs that have a value in the row.
    valued: [u64; ROWS],
    /// Programs that have more than nothing in the row.
    having: [u64; ROWS],
}

impl Default for RichnessSummary {
    fn default() -> Self {
        Self { programs: 0, sums: [0.0; ROWS], valued: [0; ROWS], having: [0; ROWS] }
    }
}

impl RichnessSummary {
    /// Adds a program.
    pub fn add(&mut self, richness: &Richness) {
        self.programs += 1;
        for (index, value) in richness.values.iter().enumerate() {
            let Some(value) = value else { continue };
            self.sums[index] += value;
            self.valued[index] += 1;
            self.having[index] += u64::from(*value > 0.0);
        }
    }

    /// How many programs were added.
    pub const fn programs(&self) -> u64 {
        self.programs
    }

    /// How many of them have a value in the row.
    pub const fn valued(&self, row: Row) -> u64 {
        self.valued[row as usize]
    }

    /// The mean over the programs that have a value in the row.
    pub fn mean(&self, row: Row) -> Option<f64> {
        let valued = self.valued[row as usize];
        (valued > 0).then(|| self.sums[row as usize] / valued as f64)
    }

    /// For a row that counts things: how many to a thousand tokens, over all programs together.
    pub fn per_thousand_tokens(&self, row: Row) -> Option<f64> {
        let tokens = self.sums[Row::Tokens as usize];
        (row.reading() == Reading::Count && tokens > 0.0)
            .then(|| 1000.0 * self.sums[row as usize] / tokens)
    }

    /// The share of programs that have the row's feature at all.
    pub fn having(&self, row: Row) -> Option<f64> {
        (self.programs > 0).then(|| self.having[row as usize] as f64 / self.programs as f64)
    }
}
