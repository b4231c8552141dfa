//! Unsaved changes belong to whoever made them, in all protocols, and outlive the server.

mod callers;
mod left_behind;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::support::{Server, copy_folder, program, sample};

pub const MAIN: &str = "Assets/Scenes/Main.unity";
pub const MENU: &str = "Assets/Scenes/Menu.unity";

/// A project and the server's own files.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(&sample("unity"), &folder.path().join("unity"));
        Place { folder }
    }

    pub fn project(&self) -> PathBuf {
        self.folder.path().join("unity")
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn program(&self) -> Command {
        let mut program = program();
        program.env("SCENEWRIGHT_DATA", self.data());
        program
    }

    pub fn serve(&self, args: &[&str]) -> Server {
        Server::start_as(self.program(), &self.project(), args)
    }

    /// One whose clients may write, and see all tools.
    pub fn writing(&self) -> Server {
        self.serve(&["--allow-writes", "--no-token", "--toolsets", "all"])
    }

    pub fn disk(&self, scene: &str) -> String {
        fs::read_to_string(self.project().join(scene)).unwrap()
    }

    /// What a command prints, and whether it succeeded.
    pub fn run(&self, args: &[&str]) -> (String, bool) {
        let output = self.program().args(args).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (String::from_utf8(text).unwrap(), output.status.success())
    }
}
