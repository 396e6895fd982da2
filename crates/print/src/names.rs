//! Names of everything at file scope: parsed entities keep theirs, others get one from their id.
//! A name is changed only where it would collide, so that printed programs keep all of theirs.

use crate::macros::{self, Macro};
use brinell_lang::{
    Arena, EnumId, Field, FuncId, GlobalId, Id, IntKind, Linkage, Program, QualType, RecordId,
    RecordKind, Type, Types,
};
use rustc_hash::FxHashSet as HashSet;

/// Words that are keywords in some dialect from C99 to C23 or in GNU C, in alphabetical order.
const KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_BitInt",
    "_Bool",
    "_Complex",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Float128",
    "_Float16",
    "_Float32",
    "_Float64",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "nullptr",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "thread_local",
    "true",
    "typedef",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
];

/// Whether a word cannot be used as a name.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.binary_search(&name).is_ok()
}

/// A name that is not taken: the wish itself, or the wish with a number.
pub fn fresh(wish: &str, taken: impl Fn(&str) -> bool) -> String {
    if !is_keyword(wish) && !taken(wish) {
        return wish.to_owned();
    }
    let mut number = 1u64;
    loop {
        let name = format!("{wish}_{number}");
        if !taken(&name) {
            return name;
        }
        number += 1;
    }
}

/// The printed names of a program's file-scope entities.
pub struct ItemNames {
    /// Globals.
    pub globals: Arena<GlobalId, String>,
    /// Functions.
    pub functions: Arena<FuncId, String>,
    /// Tags of structs and unions; anonymous ones have none.
    pub records: Arena<RecordId, String>,
    /// Whether a record is printed inside the only record that holds it, as an anonymous member.
    pub anonymous: Arena<RecordId, bool>,
    /// Tags of enums.
    pub enums: Arena<EnumId, String>,
    /// Enumeration constants.
    pub constants: Arena<EnumId, Vec<String>>,
    /// Members; `None` for unnamed bit-fields and anonymous records.
    pub fields: Arena<RecordId, Vec<Option<String>>>,
    /// Typedef names of integer types, one at most for each, in the order of the program.
    pub aliases: Vec<(IntKind, String)>,
    /// The functions that are printed as macros.
    pub macros: Arena<FuncId, Option<Macro>>,
    /// Every ordinary name used at file scope.
    pub file_scope: HashSet<String>,
    /// Names that mean the same in every scope and name space: typedef names and macros.
    reserved: HashSet<String>,
}

/// Gives out names in one name space, those wished for explicitly first.
struct NamePool {
    taken: HashSet<String>,
}

impl NamePool {
    fn claim(&mut self, wish: &str) -> String {
        let name = fresh(wish, |name| self.taken.contains(name));
        self.taken.insert(name.clone());
        name
    }
}

/// What an entity would like to be called.
struct Wish {
    /// Smaller ranks choose first.
    rank: u8,
    /// The name it has, if any.
    explicit: Option<String>,
    /// The name made from its id otherwise.
    derived: String,
}

/// Gives every wish a name. A changed or derived name never takes one that another has explicitly.
fn assign(pool: &mut NamePool, wishes: &[Wish]) -> Vec<String> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by_key(|&i| wishes[i].rank);
    let mut names = vec![String::new(); wishes.len()];
    let mut late = Vec::new();
    for i in order {
        match &wishes[i].explicit {
            Some(name) if !is_keyword(name) && !pool.taken.contains(name) => {
                names[i] = pool.claim(name);
            }
            _ => late.push(i),
        }
    }
    for i in late {
        let wish = &wishes[i];
        names[i] = pool.claim(wish.explicit.as_deref().unwrap_or(&wish.derived));
    }
    names
}

fn arena<I: Id, T>(items: impl IntoIterator<Item = T>) -> Arena<I, T> {
    let mut arena = Arena::new();
    for item in items {
        arena.push(item);
    }
    arena
}

impl ItemNames {
    /// Chooses all file-scope names of a program.
    pub fn new(program: &Program) -> Self {
        let types = &*program.types;
        let anonymous = anonymous_records(program);
        let (ordinary, mut pool) = Ordinary::new(program);
        let Ordinary { globals, functions, aliases } = ordinary;
        let macros = macros::find(program, &globals, &functions);
        let macro_names =
            functions.enumerate().filter(|(f, _)| macros[*f].is_some()).map(|(_, name)| name);
        let reserved: HashSet<String> =
            macro_names.chain(aliases.iter().map(|(_, name)| name)).cloned().collect();
        let mut tags = NamePool { taken: HashSet::default() };
        let (records, enums) = tag_names(types, &anonymous, &mut tags);
        let constants = arena(
            types
                .enums
                .iter()
                .map(|e| e.constants.iter().map(|(name, _)| pool.claim(name)).collect::<Vec<_>>()),
        );
        let fields = field_names(types, &anonymous, &reserved);
        Self {
            globals,
            functions,
            records,
            anonymous,
            enums,
            constants,
            fields,
            aliases,
            macros,
            file_scope: pool.taken,
            reserved,
        }
    }

    /// How an integer type is spelled.
    pub fn int(&self, kind: IntKind) -> &str {
        let alias = self.aliases.iter().find(|(k, _)| *k == kind);
        alias.map_or(kind.spelling(), |(_, name)| name)
    }

    /// Whether a word cannot name a local object, a label or a member.
    pub fn is_reserved(&self, name: &str) -> bool {
        is_keyword(name) || self.reserved.contains(name)
    }

    /// Whether the name stands for anything outside of functions, in any name space.
    pub fn is_known(&self, name: &str) -> bool {
        let same = |other: &String| other == name;
        self.file_scope.contains(name)
            || self.records.iter().any(same)
            || self.enums.iter().any(same)
            || self.fields.iter().flatten().flatten().any(same)
    }

    /// Whether a field is an anonymous struct or union.
    pub fn is_anonymous_member(&self, types: &Types, field: &Field) -> bool {
        field.name.is_none()
            && field.bits.is_none()
            && types.as_record(field.ty.ty).is_some_and(|r| self.anonymous[r])
    }
}

/// The names of what shares one name space, given together.
struct Ordinary {
    globals: Arena<GlobalId, String>,
    functions: Arena<FuncId, String>,
    aliases: Vec<(IntKind, String)>,
}

impl Ordinary {
    fn new(program: &Program) -> (Self, NamePool) {
        // Who must keep a name comes first: what other files know, then what this file alone knows.
        let rank = |linkage: Linkage, defined: bool| match linkage {
            Linkage::External if !defined => 0,
            Linkage::External => 2,
            Linkage::Internal => 3,
            Linkage::None => 4,
        };
        let functions = program.functions.enumerate().map(|(id, f)| Wish {
            rank: rank(f.linkage, f.body.is_some()),
            explicit: f.name.clone(),
            derived: format!("func_{}", id.0 + 1),
        });
        let globals = program.globals.enumerate().map(|(id, g)| Wish {
            rank: rank(g.linkage, g.defined),
            explicit: g.name.clone(),
            derived: format!("g_{}", id.0),
        });
        let mut kinds: Vec<IntKind> = Vec::new();
        let mut aliases: Vec<Wish> = Vec::new();
        for (kind, name) in &program.aliases {
            if !kinds.contains(kind) {
                kinds.push(*kind);
                let explicit = Some(name.clone());
                aliases.push(Wish { rank: 1, explicit, derived: String::new() });
            }
        }
        let wishes: Vec<Wish> = functions.chain(globals).chain(aliases).collect();
        let mut pool = NamePool { taken: HashSet::default() };
        let mut names = assign(&mut pool, &wishes);
        let mut globals = names.split_off(program.functions.len());
        let aliases = globals.split_off(program.globals.len());
        let ordinary = Self {
            globals: arena(globals),
            functions: arena(names),
            aliases: kinds.into_iter().zip(aliases).collect(),
        };
        (ordinary, pool)
    }
}

fn tag_names(
    types: &Types,
    anonymous: &Arena<RecordId, bool>,
    pool: &mut NamePool,
) -> (Arena<RecordId, String>, Arena<EnumId, String>) {
    let mut wishes: Vec<Wish> = Vec::new();
    for (id, record) in types.records.enumerate() {
        let letter = if record.kind == RecordKind::Struct { 'S' } else { 'U' };
        // Anonymous ones need no name: they ask for a unique one.
        let derived =
            if anonymous[id] { format!("<{}>", id.0) } else { format!("{letter}{}", id.0) };
        wishes.push(Wish { rank: 0, explicit: record.name.clone(), derived });
    }
    for (id, e) in types.enums.enumerate() {
        wishes.push(Wish { rank: 0, explicit: e.name.clone(), derived: format!("E{}", id.0) });
    }
    let mut names = assign(pool, &wishes);
    let enums = names.split_off(types.records.len());
    (arena(names), arena(enums))
}

/// Finds the records that can be printed as anonymous members: without a tag, mentioned by one
/// unnamed field and by nothing else.
fn anonymous_records(program: &Program) -> Arena<RecordId, bool> {
    let types = &*program.types;
    let mut holders: Vec<u32> = vec![0; types.records.len()];
    let mut mentioned: Vec<bool> = vec![false; types.records.len()];
    let mention = |ty: QualType, mentioned: &mut Vec<bool>| {
        if let Some(r) = types.as_record(ty.ty) {
            mentioned[r.index()] = true;
        }
    };
    for record in &types.records {
        for field in record.fields.iter().flatten() {
            match types.as_record(field.ty.ty) {
                Some(r) if field.name.is_none() => {
                    holders[r.index()] += 1;
                    // The pragma in force around the member is that of the record around it.
                    if types.records[r].pragma_pack != record.pragma_pack {
                        mentioned[r.index()] = true;
                    }
                }
                _ => mention(field.ty, &mut mentioned),
            }
        }
    }
    for (_, ty) in types.iter() {
        match ty {
            Type::Pointer(to) => mention(*to, &mut mentioned),
            Type::Array { elem, .. } => mention(*elem, &mut mentioned),
            Type::Function(f) => {
                for ty in std::iter::once(&f.ret).chain(&f.params) {
                    mention(QualType::plain(*ty), &mut mentioned);
                }
            }
            _ => {}
        }
    }
    let exprs_of_globals = program.globals.iter().map(|g| &g.exprs);
    let bodies = || program.functions.iter().filter_map(|f| f.body.as_ref());
    for expr in exprs_of_globals.chain(bodies().map(|b| &b.exprs)).flatten() {
        if let Some(ty) = expr.kind.named_type() {
            mention(*ty, &mut mentioned);
        }
    }
    for local in bodies().flat_map(|b| &b.locals) {
        mention(local.ty, &mut mentioned);
    }
    for global in &program.globals {
        mention(global.ty, &mut mentioned);
    }
    arena(types.records.enumerate().map(|(id, record)| {
        let i = id.index();
        record.name.is_none() && record.fields.is_some() && holders[i] == 1 && !mentioned[i]
    }))
}

fn field_names(
    types: &Types,
    anonymous: &Arena<RecordId, bool>,
    reserved: &HashSet<String>,
) -> Arena<RecordId, Vec<Option<String>>> {
    let mut names: Arena<RecordId, Vec<Option<String>>> =
        arena(types.records.iter().map(|r| vec![None; r.fields.as_ref().map_or(0, Vec::len)]));
    for outer in types.records.ids().filter(|r| !anonymous[*r]) {
        // Members of anonymous records live in the name space of the record around them.
        let mut members = Vec::new();
        let mut todo = vec![outer];
        while let Some(r) = todo.pop() {
            for (i, field) in types.records[r].fields.iter().flatten().enumerate() {
                match types.as_record(field.ty.ty) {
                    Some(inner) if field.name.is_none() && anonymous[inner] => todo.push(inner),
                    _ if field.name.is_none() && field.bits.is_some() => {}
                    _ => members.push((r, i, field.name.clone())),
                }
            }
        }
        members.sort_unstable();
        let wishes: Vec<Wish> = members
            .iter()
            .map(|(_, i, name)| Wish { rank: 0, explicit: name.clone(), derived: format!("f{i}") })
            .collect();
        let mut pool = NamePool { taken: reserved.clone() };
        for ((r, i, _), name) in members.into_iter().zip(assign(&mut pool, &wishes)) {
            names[r][i] = Some(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn fresh_names_avoid_keywords_and_each_other() {
        let taken = HashSet::from_iter(["x".to_owned(), "x_1".to_owned()]);
        let fresh = |wish| fresh(wish, |name| taken.contains(name));
        assert_eq!(fresh("x"), "x_2");
        assert_eq!(fresh("y"), "y");
        assert_eq!(fresh("bool"), "bool_1");
    }
}
