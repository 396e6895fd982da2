//! What a compiler makes of record types, and whether `lang` says the same.
//!
//! A probe compiles one C file without running it. For each record the file holds an array with
//! its size, alignment and field offsets, and for each bit-field an object in which all bits of
//! that field are set; the answers are read from the object file. So cross compilers are as good
//! as native ones.

use crate::known::known_difference;
use crate::objects::ObjectData;
use crate::records::RecordSet;
use crate::text::define_record;
use anyhow::{Context as _, bail};
use brinell_lang::{
    BitRange, Endian, FloatKind, IntKind, Layouts, Record, RecordId, RecordKind, Target,
    TargetName, Type, Types,
};
use brinell_toolchain::{Command, Compiler, Family, find_program};
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::path::PathBuf;

/// A compiler for a target.
#[derive(Clone, Debug)]
pub struct TargetCompiler {
    /// The target.
    pub target: Target,
    /// Whose rules the compiler follows.
    pub family: Family,
    /// The compiler.
    pub program: PathBuf,
    /// What makes it compile for the target.
    pub flags: Vec<&'static str>,
}

/// The compilers to compare with for a target: gcc, which is the model, and clang where it can
/// compile for the target as it is usually installed.
pub fn probes(target: TargetName) -> anyhow::Result<Vec<TargetCompiler>> {
    let cross = |names: [&str; 2], package: &str| {
        let found = names.iter().find_map(find_program);
        let program = found.with_context(|| {
            format!("no `{}` on PATH: install the Debian package {package}", names[0])
        })?;
        Ok(vec![TargetCompiler {
            target: Target::named(target),
            family: Family::Gcc,
            program,
            flags: vec![],
        }])
    };
    let native = |flag| {
        [Family::Gcc, Family::Clang]
            .into_iter()
            .map(|family| {
                let program = Compiler::find(family)
                    .with_context(|| format!("no {} on PATH: install it", family.as_str()))?
                    .path;
                Ok(TargetCompiler {
                    target: Target::named(target),
                    family,
                    program,
                    flags: vec![flag],
                })
            })
            .collect()
    };
    match target {
        TargetName::Lp64 => native("-m64"),
        TargetName::Ilp32 => native("-m32"),
        TargetName::Llp64 => cross(["x86_64-w64-mingw32-gcc"; 2], "gcc-mingw-w64-x86-64"),
        TargetName::Ip16 => cross(["avr-gcc"; 2], "gcc-avr"),
        TargetName::S390x => {
            cross(["s390x-linux-gnu-gcc", "s390x-linux-gnu-gcc-12"], "gcc-12-s390x-linux-gnu")
        }
    }
}

/// A record that the compiler lays out unlike `lang`.
#[derive(Debug)]
pub struct Mismatch {
    /// What differs.
    pub differences: Vec<String>,
    /// The definitions needed to see it.
    pub source: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.source)?;
        for difference in &self.differences {
            writeln!(f, "  {difference}")?;
        }
        Ok(())
    }
}

impl TargetCompiler {
    /// Asks the compiler about the records of a set and compares.
    pub fn compare(&self, set: &RecordSet) -> anyhow::Result<Vec<Mismatch>> {
        let layouts = Layouts::new(&set.types, &self.target);
        let data = self.compile(&source(set))?;
        let mut mismatches = Vec::new();
        for &id in &set.named {
            if self.family != Family::Gcc && known_difference(&set.types, &layouts, id).is_some() {
                continue;
            }
            let differences = self.differences(&data, &set.types, &layouts, id)?;
            if !differences.is_empty() {
                let source = closure(&set.types, id);
                mismatches.push(Mismatch { differences, source });
            }
        }
        Ok(mismatches)
    }

    /// Compares the sizes, alignments, signs and names of the fundamental types.
    pub fn compare_fundamental(&self) -> anyhow::Result<Vec<String>> {
        let mut types = Types::new();
        let mut expected = Vec::new();
        let mut ids: Vec<_> = self.target.int_kinds().iter().map(|kind| types.int(*kind)).collect();
        ids.extend(FLOATS.map(|(kind, _)| types.float(kind)));
        let character = types.int(IntKind::Char);
        ids.push(types.pointer(brinell_lang::QualType::plain(character)));
        let layouts = Layouts::new(&types, &self.target);
        let mut text = String::from("const __UINT32_TYPE__ model[] = {\n");
        for id in ids {
            let spelling = crate::text::declare(&types, id, "");
            writeln!(text, "sizeof({spelling}), _Alignof({spelling}),").expect("a string");
            let size = layouts.size(id).expect("fundamental types have a size");
            let align = layouts.align(id).expect("fundamental types have an alignment");
            expected.push((format!("sizeof({spelling})"), size as u32));
            expected.push((format!("_Alignof({spelling})"), align));
        }
        text.push_str("(char)-1 < 0,\n");
        expected.push(("signed char".to_owned(), self.target.char_signed.into()));
        for (name, kind) in [
            ("__SIZE_TYPE__", self.target.size_t),
            ("__PTRDIFF_TYPE__", self.target.ptrdiff_t),
            ("__WCHAR_TYPE__", self.target.wchar_t),
        ] {
            if self.family == Family::Clang && name == "__WCHAR_TYPE__" {
                // On i386 clang says `int`, gcc `long`: the same but for the name.
                continue;
            }
            write!(text, "_Generic(({name})0").expect("a string");
            for (number, kind) in IntKind::ALL.into_iter().enumerate() {
                write!(text, ", {}: {number}", kind.spelling()).expect("a string");
            }
            text.push_str("),\n");
            let number = IntKind::ALL.iter().position(|k| *k == kind).expect("ALL is complete");
            expected.push((format!("the type of {name}"), number as u32));
        }
        text.push_str("};\n");
        let data = self.compile(&text)?;
        let found = self.words(&data, "model", expected.len())?;
        let pairs = expected.into_iter().zip(found);
        Ok(pairs
            .filter(|((_, expected), found)| expected != found)
            .map(|((what, expected), found)| format!("{what}: lang {expected}, compiler {found}"))
            .collect())
    }

    fn compile(&self, source: &str) -> anyhow::Result<ObjectData> {
        let dir = tempfile::tempdir()?;
        let (input, output) = (dir.path().join("probe.c"), dir.path().join("probe.o"));
        std::fs::write(&input, source)?;
        let command = Command::new(&self.program)
            .args(&self.flags)
            .args(["-std=gnu11", "-w", "-O0", "-c", "-o"])
            .args([&output, &input]);
        let line = command.to_line();
        let done = command.run().with_context(|| format!("cannot run {line}"))?;
        if !done.end.success() {
            let words = String::from_utf8_lossy(&done.stderr);
            bail!(
                "{line} failed ({}):\n{}",
                done.end,
                words.lines().take(20).collect::<Vec<_>>().join("\n")
            );
        }
        ObjectData::parse(&std::fs::read(&output)?)
    }

    fn words(&self, data: &ObjectData, symbol: &str, count: usize) -> anyhow::Result<Vec<u32>> {
        let bytes = data.bytes(symbol, count * 4)?;
        let word = |chunk: &[u8]| {
            let chunk = chunk.try_into().expect("chunks of four");
            match self.target.endian {
                Endian::Little => u32::from_le_bytes(chunk),
                Endian::Big => u32::from_be_bytes(chunk),
            }
        };
        Ok(bytes.chunks_exact(4).map(word).collect())
    }

    fn differences(
        &self,
        data: &ObjectData,
        types: &Types,
        layouts: &Layouts,
        id: RecordId,
    ) -> anyhow::Result<Vec<String>> {
        let layout = layouts.record(id).context("lang finds no layout for a test record")?;
        let tag = tag(&types.records[id]);
        let leaves = leaves(types, layouts, id);
        let (bits, plain): (Vec<_>, Vec<_>) = leaves.into_iter().partition(|l| l.bits.is_some());
        let mut expected =
            vec![("size".to_owned(), layout.size), ("alignment".to_owned(), layout.align.into())];
        expected.extend(plain.iter().map(|leaf| (format!("offset of {}", leaf.name), leaf.offset)));
        let found = self.words(data, &format!("i_{tag}"), expected.len())?;
        let size = found[0] as usize;
        let mut differences: Vec<_> = expected
            .into_iter()
            .zip(found)
            .filter(|((_, expected), found)| *expected != u64::from(*found))
            .map(|((what, expected), found)| format!("{what}: lang {expected}, compiler {found}"))
            .collect();
        for leaf in bits {
            let range = leaf.bits.expect("partitioned by it");
            let bytes = data.bytes(&format!("b_{tag}_{}", leaf.name), size)?;
            let found = self.set_bits(bytes);
            let expected: Vec<u64> = (range.start..range.start + u64::from(range.width)).collect();
            if found != expected {
                let runs = describe_bits(&found);
                differences.push(format!(
                    "bits of {}: lang {}, compiler {runs}",
                    leaf.name,
                    describe_bits(&expected)
                ));
            }
        }
        Ok(differences)
    }

    /// The numbers of the bits that are set, in the target's fill order.
    fn set_bits(&self, bytes: &[u8]) -> Vec<u64> {
        (0..bytes.len() as u64 * 8)
            .filter(|bit| {
                let byte = bytes[(bit / 8) as usize];
                match self.target.endian {
                    Endian::Little => byte >> (bit % 8) & 1 == 1,
                    Endian::Big => byte << (bit % 8) & 0x80 == 0x80,
                }
            })
            .collect()
    }
}

const FLOATS: [(FloatKind, &str); 3] = [
    (FloatKind::Float, "float"),
    (FloatKind::Double, "double"),
    (FloatKind::LongDouble, "long double"),
];

fn describe_bits(bits: &[u64]) -> String {
    match bits {
        [] => "none".to_owned(),
        [first, .., last] if last - first == bits.len() as u64 - 1 => format!("{first}..={last}"),
        _ => format!("{bits:?}"),
    }
}

/// A member with a name, in the record or in an anonymous record inside it.
struct NamedMember {
    name: String,
    offset: u64,
    bits: Option<BitRange>,
}

fn leaves(types: &Types, layouts: &Layouts, id: RecordId) -> Vec<NamedMember> {
    let mut found = Vec::new();
    collect(types, layouts, id, 0, &mut found);
    found
}

fn collect(
    types: &Types,
    layouts: &Layouts,
    id: RecordId,
    base: u64,
    found: &mut Vec<NamedMember>,
) {
    let fields = types.records[id].fields.as_ref().expect("test records are complete");
    let layout = layouts.record(id).expect("lang lays out what it lays out as a member");
    for (field, place) in fields.iter().zip(&layout.fields) {
        if let Some(name) = &field.name {
            let bits = place.bits.map(|b| BitRange { start: b.start + base * 8, ..b });
            found.push(NamedMember { name: name.clone(), offset: base + place.offset, bits });
        } else if let Some(inner) = types.as_record(field.ty.ty) {
            collect(types, layouts, inner, base + place.offset, found);
        }
    }
}

fn tag(record: &Record) -> &str {
    record.name.as_deref().expect("only records with a tag are probed")
}

fn spelled(record: &Record) -> String {
    let keyword = if record.kind == RecordKind::Struct { "struct" } else { "union" };
    format!("{keyword} {}", tag(record))
}

fn define_enums(types: &Types) -> String {
    let mut text = String::new();
    for definition in &types.enums {
        let name = definition.name.as_deref().expect("test enums have tags");
        let constants: Vec<_> =
            definition.constants.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        writeln!(text, "enum {name} {{ {} }};", constants.join(", ")).expect("a string");
    }
    text
}

fn source(set: &RecordSet) -> String {
    let types = &set.types;
    // Only the names of the members are needed: which target lays them out does not matter.
    let layouts = Layouts::new(types, &Target::named(TargetName::Lp64));
    let mut text = define_enums(types);
    for &id in &set.named {
        text.push_str(&define_record(types, id));
        let (tag, spelled) = (tag(&types.records[id]), spelled(&types.records[id]));
        write!(text, "const __UINT32_TYPE__ i_{tag}[] = {{ sizeof({spelled}), _Alignof({spelled})")
            .expect("a string");
        let leaves = leaves(types, &layouts, id);
        for leaf in leaves.iter().filter(|leaf| leaf.bits.is_none()) {
            write!(text, ", __builtin_offsetof({spelled}, {})", leaf.name).expect("a string");
        }
        text.push_str(" };\n");
        for NamedMember { name, .. } in leaves.iter().filter(|leaf| leaf.bits.is_some()) {
            writeln!(text, "{spelled} b_{tag}_{name} = {{ .{name} = -1 }};").expect("a string");
        }
    }
    text
}

/// The definitions of a record and of everything in it.
fn closure(types: &Types, id: RecordId) -> String {
    let mut needed = BTreeSet::new();
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        if types.records[id].name.is_some() {
            needed.insert(id);
        }
        for field in types.records[id].fields.iter().flatten() {
            let mut ty = field.ty.ty;
            while let Type::Array { elem, .. } = types.get(ty) {
                ty = elem.ty;
            }
            open.extend(types.as_record(ty));
        }
    }
    let mut text = define_enums(types);
    for id in needed {
        text.push_str(&define_record(types, id));
    }
    text
}
