//! For tests only. [`Fixture`] is a whole project in one string; [`odd_tools`] are tools that
//! misbehave in every possible way.
//!
//! ```text
//! //- /project.godot
//! config_version=5
//! //- /main.tscn
//! [gd_scene format=3]
//! ```

pub mod changes_shown;
pub mod every_edit;
pub mod odd_tools;
pub mod outline;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use scenewright_model::without_verbatim_prefix;
use tempfile::TempDir;

/// The Godot projects in the folder that the caller of a test names (`SCENEWRIGHT_GODOT_PROJECTS`).
pub fn own_projects() -> Vec<PathBuf> {
    let folder = env::var_os("SCENEWRIGHT_GODOT_PROJECTS");
    let folder = folder.expect("set SCENEWRIGHT_GODOT_PROJECTS to a folder of Godot projects");
    let (mut found, mut open) = (Vec::new(), vec![PathBuf::from(folder)]);
    while let Some(folder) = open.pop() {
        if folder.join("project.godot").is_file() {
            found.push(folder);
            continue;
        }
        let entries = fs::read_dir(&folder).expect("the folder is listed").flatten();
        open.extend(entries.map(|entry| entry.path()).filter(|path| path.is_dir()));
    }
    found.sort();
    found
}

/// A project on disk that is removed when it is dropped.
pub struct Fixture {
    dir: TempDir,
}

impl Fixture {
    /// Writes the files that `text` describes into a new folder.
    pub fn new(text: &str) -> Fixture {
        let fixture = Fixture { dir: tempfile::tempdir().expect("a temporary folder can be made") };
        for (path, content) in parse(text) {
            fixture.write(path, &content);
        }
        fixture
    }

    /// The canonical root: on some systems the path of the temporary folder contains a link.
    pub fn root(&self) -> PathBuf {
        without_verbatim_prefix(self.dir.path().canonicalize().expect("the fixture is there"))
    }

    pub fn path(&self, relative: &str) -> PathBuf {
        self.root().join(relative.trim_start_matches('/'))
    }

    pub fn write(&self, relative: &str, content: impl AsRef<[u8]>) {
        let path = self.dir.path().join(relative.trim_start_matches('/'));
        fs::create_dir_all(path.parent().expect("a file has a folder"))
            .expect("folders can be made");
        fs::write(path, content).expect("fixture files can be written");
    }

    pub fn remove(&self, relative: &str) {
        fs::remove_file(self.path(relative)).expect("fixture files can be removed");
    }
}

impl AsRef<Path> for Fixture {
    fn as_ref(&self) -> &Path {
        self.dir.path()
    }
}

fn parse(text: &str) -> Vec<(&str, String)> {
    let mut files: Vec<(&str, String)> = Vec::new();
    for line in text.trim_start_matches('\n').split_inclusive('\n') {
        match line.strip_prefix("//- ") {
            Some(path) => files.push((path.trim(), String::new())),
            None => {
                files.last_mut().expect("a fixture starts with a `//- /path` line").1.push_str(line)
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_each_file_with_its_lines() {
        let fixture = Fixture::new("\n//- /a/b.txt\none\ntwo\n//- /c\n");
        assert_eq!(fs::read_to_string(fixture.path("a/b.txt")).unwrap(), "one\ntwo\n");
        assert_eq!(fs::read_to_string(fixture.path("/c")).unwrap(), "");
    }
}
