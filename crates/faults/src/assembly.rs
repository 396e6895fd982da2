//! A text of assembly, taken apart: instructions with their functions, blocks and loops, and the
//! tables of jumps.

use crate::line::{Instruction, Line};
use crate::register::RegisterFamily;
use crate::spared::Spared;
use std::collections::{HashMap, HashSet};

/// A text of assembly that faults can be planted into.
#[derive(Debug)]
pub struct Assembly<'a> {
    /// The lines as they are.
    pub(crate) text: Vec<&'a str>,
    /// All instructions of all functions, in order, those that are spared as well.
    pub(crate) code: Vec<InstructionSpot>,
    /// Labels that something jumps to, with the instruction that they stand before.
    labels: HashMap<String, usize>,
    /// Tables of jumps.
    pub(crate) tables: Vec<JumpTable>,
}

/// An instruction where it stands.
#[derive(Clone, Debug)]
pub struct InstructionSpot {
    pub line: usize,
    pub instruction: Instruction,
    /// A number for each function.
    pub function: usize,
    /// A number for each stretch of code that is entered at its beginning only.
    pub block: usize,
    /// Whether a jump goes from here or below to here or above.
    pub in_loop: bool,
    /// Nothing is planted here.
    pub spared: bool,
}

/// The entries of a jump table.
#[derive(Clone, Debug)]
pub struct JumpTable {
    /// The lines of its entries, one after the other.
    pub lines: Vec<usize>,
    /// The label in each of them.
    pub targets: Vec<String>,
    /// The label that stands before the table.
    pub label: String,
}

impl<'a> Assembly<'a> {
    /// Takes a text apart. Whatever is not understood is left as it is.
    pub fn parse(text: &'a str, spared: &Spared) -> Self {
        let text: Vec<&str> = text.lines().collect();
        let lines: Vec<Line> = text.iter().map(|line| Line::parse(line)).collect();
        let tables = tables(&lines);
        let targets = targets(&lines, &tables);
        let mut code: Vec<InstructionSpot> = Vec::new();
        let mut labels: HashMap<String, usize> = HashMap::new();
        let mut walk = LineWalk::default();
        for (number, line) in lines.iter().enumerate() {
            match line {
                Line::Label(label) => {
                    if walk.in_code && !label.starts_with(".L") {
                        walk.function += 1;
                        walk.name = label;
                        walk.from = None;
                        walk.block += 1;
                    }
                    if targets.contains(label.as_str()) {
                        labels.insert(label.clone(), code.len());
                        walk.block += 1;
                    }
                }
                Line::Directive(name, rest) => walk.directive(name, rest),
                Line::Instruction(instruction) if walk.in_code && walk.function > 0 => {
                    code.push(InstructionSpot {
                        line: number,
                        instruction: instruction.clone(),
                        function: walk.function,
                        block: walk.block,
                        in_loop: false,
                        spared: spared.holds(walk.name, walk.source_line()),
                    });
                    if instruction.ends_block() {
                        walk.block += 1;
                    }
                }
                Line::Instruction(_) | Line::Other => {}
            }
        }
        mark_loops(&mut code, &labels);
        Self { text, code, labels, tables }
    }

    /// How many instructions can be planted into.
    pub fn instructions(&self) -> usize {
        self.code.iter().filter(|spot| !spot.spared).count()
    }

    /// The instruction before or after one, in its block.
    pub(crate) fn beside(&self, at: usize, step: isize) -> Option<&InstructionSpot> {
        let spot = self.code.get(at)?;
        let other = self.code.get(at.checked_add_signed(step)?)?;
        (other.block == spot.block).then_some(other)
    }

    /// The instructions before one in its block, the nearest first.
    pub(crate) fn before(&self, at: usize) -> impl Iterator<Item = (usize, &Instruction)> {
        let block = self.code.get(at).map(|spot| spot.block);
        (0..at.min(self.code.len()))
            .rev()
            .take_while(move |i| Some(self.code[*i].block) == block)
            .map(|i| (i, &self.code[i].instruction))
    }

    /// The instructions after one in its block.
    pub(crate) fn after(&self, at: usize) -> impl Iterator<Item = (usize, &Instruction)> {
        let block = self.code.get(at).map(|spot| spot.block);
        (at.saturating_add(1)..self.code.len())
            .take_while(move |i| Some(self.code[*i].block) == block)
            .map(|i| (i, &self.code[i].instruction))
    }

    /// What gave a register its value, in the same block.
    pub(crate) fn writer(
        &self,
        at: usize,
        family: RegisterFamily,
    ) -> Option<(usize, &Instruction)> {
        self.before(at).find(|(_, instruction)| instruction.writes(family))
    }

    /// What first uses the value that a register has after an instruction, in the same block.
    pub(crate) fn reader(
        &self,
        at: usize,
        family: RegisterFamily,
    ) -> Option<(usize, &Instruction)> {
        for (i, instruction) in self.after(at) {
            if instruction.reads(family) {
                return Some((i, instruction));
            }
            if instruction.writes(family) {
                return None;
            }
        }
        None
    }

    /// The instruction that a label stands before, if that is in the same function as another one.
    pub(crate) fn target(&self, at: usize) -> Option<usize> {
        let jump = self.code.get(at)?;
        let target = *self.labels.get(jump.instruction.target()?)?;
        (self.code.get(target)?.function == jump.function).then_some(target)
    }
}

/// Where a walk over the lines is.
#[derive(Debug, Default)]
struct LineWalk<'l> {
    in_code: bool,
    function: usize,
    name: &'l str,
    block: usize,
    /// Names of source files by their number.
    files: HashMap<&'l str, &'l str>,
    /// The number of a source file and a line.
    from: Option<(&'l str, u32)>,
}

impl<'l> LineWalk<'l> {
    fn directive(&mut self, name: &str, rest: &'l str) {
        match name {
            ".text" => self.in_code = true,
            ".data" | ".bss" => self.in_code = false,
            ".section" => self.in_code = rest.starts_with(".text"),
            ".size" => self.from = None,
            ".file" => {
                // `.file 1 "name"`, or a directory before the name, or a digest behind it.
                if let Some((number, names)) = rest.split_once(char::is_whitespace)
                    && let Some(name) = names.split('"').skip(1).step_by(2).last()
                {
                    self.files.insert(number, name);
                }
            }
            ".loc" => {
                let mut words = rest.split_whitespace();
                if let (Some(file), Some(line)) = (words.next(), words.next()) {
                    self.from = line.parse().ok().map(|line| (file, line));
                }
            }
            _ => {}
        }
    }

    /// The file and line of the source; line 0 is that of code which no line asked for.
    fn source_line(&self) -> Option<(&'l str, u32)> {
        let (file, line) = self.from.filter(|(_, line)| *line > 0)?;
        Some((self.files.get(file)?, line))
    }
}

/// The labels that control may reach by a jump.
fn targets<'l>(lines: &'l [Line], tables: &'l [JumpTable]) -> HashSet<&'l str> {
    let jumps = lines.iter().filter_map(|line| match line {
        Line::Instruction(instruction) => instruction.target(),
        _ => None,
    });
    jumps.chain(tables.iter().flat_map(|t| t.targets.iter().map(String::as_str))).collect()
}

/// Runs of `.quad .L3` or `.long .L3-.L4` in sections for constants.
fn tables(lines: &[Line]) -> Vec<JumpTable> {
    let mut tables: Vec<JumpTable> = Vec::new();
    let mut in_constants = false;
    let mut open = false;
    let mut last_label = String::new();
    for (number, line) in lines.iter().enumerate() {
        match line {
            Line::Directive(name, rest) if name == ".section" => {
                in_constants = rest.starts_with(".rodata") || rest.starts_with(".data.rel.ro");
                open = false;
            }
            Line::Directive(name, _) if matches!(&name[..], ".text" | ".data" | ".bss") => {
                in_constants = false;
                open = false;
            }
            Line::Directive(name, rest)
                if in_constants && matches!(&name[..], ".quad" | ".long") =>
            {
                let target = rest.split('-').next().unwrap_or(rest).trim();
                if !target.starts_with(".L") {
                    open = false;
                    continue;
                }
                let (lines, targets) = (Vec::new(), Vec::new());
                if !open {
                    tables.push(JumpTable { lines, targets, label: last_label.clone() });
                    open = true;
                }
                if let Some(table) = tables.last_mut() {
                    table.lines.push(number);
                    table.targets.push(target.to_owned());
                }
            }
            Line::Label(label) => {
                last_label.clone_from(label);
                open = false;
            }
            Line::Directive(..) | Line::Instruction(_) => open = false,
            Line::Other => {}
        }
    }
    tables
}

/// Marks what lies between a label and a jump back to it.
fn mark_loops(code: &mut [InstructionSpot], labels: &HashMap<String, usize>) {
    let mut depth_changes = vec![0_i32; code.len() + 1];
    for (at, spot) in code.iter().enumerate() {
        let Some(target) = spot.instruction.target() else { continue };
        let Some(&start) = labels.get(target) else { continue };
        if start <= at && code.get(start).is_some_and(|s| s.function == spot.function) {
            depth_changes[start] += 1;
            depth_changes[at + 1] -= 1;
        }
    }
    let mut depth = 0;
    for (spot, change) in code.iter_mut().zip(depth_changes) {
        depth += change;
        spot.in_loop = depth > 0;
    }
}
