//! Finding programs on `PATH`.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The first executable file of that name on `PATH`; a name with a slash stands for itself.
pub fn find_program(name: impl AsRef<OsStr>) -> Option<PathBuf> {
    find_program_in(name, env::var_os("PATH"))
}

/// As [`find_program`], on a search path given in the form of `PATH`.
pub fn find_program_in(name: impl AsRef<OsStr>, search: Option<OsString>) -> Option<PathBuf> {
    let name = Path::new(name.as_ref());
    if name.components().count() > 1 {
        return is_executable(name).then(|| name.to_owned());
    }
    env::split_paths(&search?).map(|dir| dir.join(name)).find(|path| is_executable(path))
}

/// Whether it is a file that may be executed.
pub fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_shell() {
        assert_eq!(find_program_in("sh", Some("/nonexistent:/bin".into())), Some("/bin/sh".into()));
        assert_eq!(find_program("/bin/sh"), Some("/bin/sh".into()));
    }

    #[test]
    fn misses_what_is_not_there() {
        assert_eq!(find_program_in("sh", Some("/nonexistent".into())), None);
        assert_eq!(find_program_in("sh", None), None);
        assert_eq!(find_program("/etc/passwd"), None);
    }
}
