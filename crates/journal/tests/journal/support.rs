//! A project in a temporary folder with its journal beside it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use scenewright_journal::{
    EntryState, Journal, JournalEntry, JournalError, JournalLimits, StepHook,
};
use scenewright_model::{FileChange, ProjectPath};
use tempfile::TempDir;

/// Every file and folder of a project; a folder has no content.
pub(crate) type Tree = BTreeMap<String, Option<Vec<u8>>>;

pub(crate) struct Project {
    dir: TempDir,
}

impl Project {
    pub(crate) fn new(files: &[(&str, &str)]) -> Project {
        Project::of(tempfile::tempdir().unwrap(), files)
    }

    fn of(dir: TempDir, files: &[(&str, &str)]) -> Project {
        let project = Project { dir };
        fs::create_dir(project.root()).unwrap();
        files.iter().for_each(|(path, text)| project.write(path, text));
        project
    }

    /// In memory where there is such a folder: a disk that is waited for after each of many thousand
    /// steps takes minutes.
    pub(crate) fn quick(files: &[(&str, &str)]) -> Project {
        let memory = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Project::of(memory.unwrap(), files)
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("game")
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn open(&self) -> Journal {
        Journal::open(&self.data(), &self.root()).unwrap()
    }

    pub(crate) fn open_with(
        &self,
        limits: JournalLimits,
        hook: StepHook,
    ) -> Result<Journal, JournalError> {
        Journal::open_with(&self.data(), &self.root(), limits, Some(hook))
    }

    pub(crate) fn tree(&self) -> Tree {
        tree(&self.root())
    }

    /// This test binary once more, as `role`.
    pub(crate) fn child(&self, test: &str, role: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([test, "--exact", "--nocapture", "--test-threads=1"]);
        command.env("JOURNAL_TEST_ROLE", role).env("JOURNAL_TEST_DIR", self.dir.path());
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        command
    }
}

/// In a child: what it is to do, and its journal's `data` and `root`.
pub(crate) fn role() -> Option<(String, PathBuf, PathBuf)> {
    let role = std::env::var("JOURNAL_TEST_ROLE").ok()?;
    let dir = PathBuf::from(std::env::var_os("JOURNAL_TEST_DIR")?);
    Some((role, dir.join("data"), dir.join("game")))
}

pub(crate) fn tree(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
            if path.is_dir() {
                tree.insert(name, None);
                folders.push(path);
            } else {
                tree.insert(name, Some(fs::read(path).unwrap()));
            }
        }
    }
    tree
}

pub(crate) fn change(path: &str, before: Option<&str>, after: Option<&str>) -> FileChange {
    let bytes = |text: Option<&str>| text.map(|text| text.as_bytes().to_vec());
    FileChange {
        path: ProjectPath::from_relative(path),
        before: bytes(before),
        after: bytes(after),
    }
}

/// `label state` of each entry.
pub(crate) fn history(journal: &Journal) -> Vec<String> {
    journal.history().unwrap().iter().map(line).collect()
}

fn line(entry: &JournalEntry) -> String {
    let state = match entry.state {
        EntryState::Done => "done",
        EntryState::Undone => "undone",
        EntryState::Unfinished { .. } => "unfinished",
        EntryState::Conflicted { .. } => "conflicted",
    };
    format!("{} {state}", entry.label)
}

/// A hook that fails from step `from` on, `count` times, as if the process were gone or the disk ill.
pub(crate) fn failing(
    from: usize,
    count: usize,
) -> (StepHook, std::sync::Arc<std::sync::atomic::AtomicUsize>) {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    let steps = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&steps);
    let hook = move |name: &str| {
        let step = counted.fetch_add(1, Ordering::SeqCst);
        let fails = step >= from && step - from < count;
        if fails { Err(std::io::Error::other(format!("injected at {name}"))) } else { Ok(()) }
    };
    (Arc::new(hook), steps)
}
