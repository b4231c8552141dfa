//! The files of a release, with their checksums.

use std::fs;
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
        Ok(fs::write(self.folder.join("SHA256SUMS"), lines)?)
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
