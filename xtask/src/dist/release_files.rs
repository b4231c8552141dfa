//! The files of a release, with their checksums.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::checksum;
use crate::Result;

pub(super) struct ReleaseFiles {
    folder: PathBuf,
    written: Vec<ReleaseFile>,
}

struct ReleaseFile {
    name: String,
    bytes: usize,
    sha256: String,
}

const CHECKSUMS: &str = "SHA256SUMS";

/// Removes the files of the release before. Nothing else: cargo has files of its own in this folder, if somebody
/// has built with the profile of the same name.
pub(super) fn remove_last(folder: &Path) -> Result {
    let listed = fs::read_to_string(folder.join(CHECKSUMS)).unwrap_or_default();
    let names = listed.lines().filter_map(|line| line.split_once("  ")).map(|(_, name)| name);
    for name in names.chain([CHECKSUMS]) {
        match fs::remove_file(folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

impl ReleaseFiles {
    pub(super) fn new(folder: &Path) -> ReleaseFiles {
        ReleaseFiles { folder: folder.to_owned(), written: Vec::new() }
    }

    /// `name` is relative to the folder, with `/`.
    pub(super) fn write(&mut self, name: &str, content: &[u8]) -> Result {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
        fs::write(&path, content)?;
        self.written.push(ReleaseFile {
            name: name.to_owned(),
            bytes: content.len(),
            sha256: checksum::hexadecimal(content),
        });
        Ok(())
    }

    pub(super) fn sha256(&self, name: &str) -> Result<&str> {
        let file = self.written.iter().find(|file| file.name == name);
        Ok(&file.ok_or_else(|| format!("{name} is not written yet"))?.sha256)
    }

    /// In the format of `sha256sum --check`.
    pub(super) fn write_checksums(&self) -> Result {
        let line = |file: &ReleaseFile| format!("{}  {}\n", file.sha256, file.name);
        let lines: String = self.written.iter().map(line).collect();
        Ok(fs::write(self.folder.join(CHECKSUMS), lines)?)
    }

    pub(super) fn print(&self) {
        for file in &self.written {
            println!("{:>9} kB  {}", file.bytes.div_ceil(1000), file.name);
        }
        println!("{} files and SHA256SUMS in {}", self.written.len(), self.folder.display());
    }

    #[cfg(test)]
    pub(super) fn names(&self) -> Vec<String> {
        self.written.iter().map(|file| file.name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn only_the_files_of_the_last_release_are_removed() {
        let fixture = Fixture::new(
            "//- /SHA256SUMS\n00  npm/a.tgz\n00  gone.zip\n//- /npm/a.tgz\nx\n//- /deps/lib.rlib\nx\n",
        );
        remove_last(&fixture.root()).unwrap();
        assert!(!fixture.path("npm/a.tgz").exists() && !fixture.path("SHA256SUMS").exists());
        assert!(fixture.path("deps/lib.rlib").exists());
        remove_last(&fixture.path("nowhere")).unwrap();
    }
}
