//! Files that are written atomically.

use anyhow::Context as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that gets its name when it is complete. Dropped before that, it vanishes.
pub struct Pending {
    path: PathBuf,
    place: OutputFile,
}

enum OutputFile {
    /// Written under another name in the same directory.
    Temporary(NamedTempFile),
    /// Standard output, which is written to at once.
    Stdout,
    /// Something that is not a regular file (a device, a pipe), which must not be replaced.
    Direct(File),
}

impl Pending {
    /// Begins a file.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        if is_stdout(path) {
            return Ok(Self { path: path.to_owned(), place: OutputFile::Stdout });
        }
        let place = open(path).with_context(|| cannot_write(path))?;
        Ok(Self { path: path.to_owned(), place })
    }

    /// Writes more.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let written = match &mut self.place {
            OutputFile::Temporary(file) => file.write_all(text.as_bytes()),
            OutputFile::Direct(file) => file.write_all(text.as_bytes()),
            // Who closes it has enough of it; that is no failure of ours to name.
            OutputFile::Stdout => return Ok(io::stdout().write_all(text.as_bytes())?),
        };
        written.with_context(|| cannot_write(&self.path))
    }

    /// Gives it its name.
    pub fn finish(self) -> anyhow::Result<()> {
        let finished = match self.place {
            OutputFile::Direct(mut file) => file.flush(),
            OutputFile::Stdout => return Ok(io::stdout().flush()?),
            OutputFile::Temporary(file) => {
                // A link is not replaced by what it points to.
                let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
                file.persist(target).map(drop).map_err(|error| error.error)
            }
        };
        finished.with_context(|| cannot_write(&self.path))
    }
}

/// Whether `-` was given, which stands for standard output. A program is written there only where no
/// file is named, so this is for what goes beside it.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes a whole file.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = Pending::create(path)?;
    file.write(text)?;
    file.finish()
}

/// Makes a directory, with those above it, if it is not there.
pub fn make_dir(dir: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make the directory {}", dir.display()))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn open(path: &Path) -> io::Result<OutputFile> {
    if let Ok(existing) = fs::metadata(path) {
        if existing.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !existing.is_file() {
            return fs::OpenOptions::new().write(true).open(path).map(OutputFile::Direct);
        }
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let dir = match target.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".brinell-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // What files usually get; the umask takes its part.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(dir).map(OutputFile::Temporary)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.c");
        let mut file = Pending::create(&path).unwrap();
        file.write("one ").unwrap();
        assert!(!path.exists());
        file.write("two").unwrap();
        file.finish().unwrap();
        assert_eq!(names(dir.path()), ["x.c"]);
        write(&path, "three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        // Given up.
        let mut file = Pending::create(&path).unwrap();
        file.write("half").unwrap();
        drop(file);
        assert_eq!(names(dir.path()), ["x.c"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("no").join("x.c");
        let message = format!("{:#}", write(&path, "").unwrap_err());
        assert!(message.starts_with("cannot write ") && message.contains("x.c: "), "{message}");
        assert!(write(dir.path(), "").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
        write(Path::new("/dev/null"), "nothing").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real.c"), dir.path().join("link.c"));
        write(&real, "old").unwrap();
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o600, 0o600);
        symlink(&real, &link).unwrap();
        write(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
    }
}
