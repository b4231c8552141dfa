//! A checkout as a runner has it: a folder with a project in it, temporary folders, and the program on the PATH.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{copy_folder, program, sample};

pub(super) struct Checkout {
    folder: TempDir,
}

impl Checkout {
    pub(super) fn with_sample(name: &str, project: &str) -> Checkout {
        let checkout = Checkout::empty();
        copy_folder(&sample(name), &checkout.root().join(project));
        checkout
    }

    fn empty() -> Checkout {
        let checkout = Checkout { folder: tempfile::tempdir().unwrap() };
        for folder in ["work space", "runner temp", "home", "bin"] {
            fs::create_dir(checkout.folder.path().join(folder)).unwrap();
        }
        let program = env!("CARGO_BIN_EXE_scenewright");
        symlink(program, checkout.folder.path().join("bin/scenewright")).unwrap();
        assert!(checkout.git(&["init", "-q", "-b", "main"]));
        checkout
    }

    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().join("work space")
    }

    pub(super) fn temp(&self) -> PathBuf {
        self.folder.path().join("runner temp")
    }

    pub(super) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        for (name, value) in program().get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", self.folder.path().join("bin").display()));
        command.env("HOME", self.folder.path().join("home")).env("GIT_CONFIG_NOSYSTEM", "1");
        command.current_dir(self.root()).stdin(Stdio::null());
        command
    }

    /// Runs Git; `false` if it fails.
    pub(super) fn git(&self, arguments: &[&str]) -> bool {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let mut git = self.command("git");
        git.args(identity).args(arguments).output().unwrap().status.success()
    }

    pub(super) fn commit_all(&self) {
        assert!(self.git(&["add", "-A"]) && self.git(&["commit", "-qm", "one"]));
    }

    pub(super) fn add_hook(&self, script: &str) {
        let hook = self.root().join(".git/hooks/pre-commit");
        fs::create_dir_all(hook.parent().unwrap()).unwrap();
        fs::write(&hook, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A clone whose files of these patterns are in Git LFS and were not fetched. Without git-lfs there is nothing to
    /// fetch them from.
    pub(super) fn clone_with_pointers(&self, patterns: &[&str]) -> Checkout {
        let attributes = patterns.iter().map(|it| format!("{it} filter=lfs -text\n"));
        fs::write(self.root().join(".gitattributes"), attributes.collect::<String>()).unwrap();
        if self.git(&["lfs", "install", "--local"]) {
            self.commit_all();
        } else {
            fs::remove_file(self.root().join(".gitattributes")).unwrap();
            write_pointers(&self.root(), patterns);
            self.commit_all();
        }
        let clone = Checkout::empty();
        let origin = format!("file://{}", self.root().display());
        assert!(clone.git(&["remote", "add", "origin", &origin]));
        assert!(clone.git(&["fetch", "-q", "origin"]));
        assert!(clone.git(&["checkout", "-q", "-B", "main", "origin/main"]));
        clone
    }
}

fn write_pointers(folder: &Path, patterns: &[&str]) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_listed = patterns.iter().any(|it| path.to_string_lossy().ends_with(&it[1..]));
        if path.is_dir() && !path.ends_with(".git") {
            write_pointers(&path, patterns);
        } else if is_listed {
            let id = "1".repeat(64);
            let text =
                format!("version https://git-lfs.github.com/spec/v1\noid sha256:{id}\nsize 9\n");
            fs::write(path, text).unwrap();
        }
    }
}
