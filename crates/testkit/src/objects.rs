//! The initialised data of an object file, by symbol: what a compiler made, for any target,
//! without running anything.

use anyhow::{Context as _, bail};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SectionIndex};
use std::collections::HashMap;

/// The symbols of an object file that name data.
pub struct ObjectData {
    sections: HashMap<SectionIndex, Vec<u8>>,
    symbols: HashMap<String, (SectionIndex, u64)>,
}

impl ObjectData {
    /// Reads an ELF or COFF object file.
    pub fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        let file = object::File::parse(bytes).context("not an object file")?;
        let mut sections = HashMap::new();
        for section in file.sections() {
            sections.insert(section.index(), section.data()?.to_owned());
        }
        let mut symbols = HashMap::new();
        for symbol in file.symbols() {
            if let (Some(section), Ok(name)) = (symbol.section_index(), symbol.name()) {
                symbols.insert(name.to_owned(), (section, symbol.address()));
            }
        }
        Ok(Self { sections, symbols })
    }

    /// The first `size` bytes of a symbol; COFF does not record how many it has.
    pub fn bytes(&self, symbol: &str, size: usize) -> anyhow::Result<&[u8]> {
        let Some((section, address)) = self.symbols.get(symbol) else {
            bail!("the object file has no symbol {symbol}");
        };
        let start = *address as usize;
        self.sections
            .get(section)
            .and_then(|data| data.get(start..start + size))
            .with_context(|| format!("{symbol} has fewer than {size} bytes of data"))
    }
}
