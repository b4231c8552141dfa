//! The binary under test and the sample projects it is measured on.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Result, shell};

pub(super) struct Program {
    binary: PathBuf,
    folder: PathBuf,
}

impl Program {
    /// Builds the binary, unless another one is named, and lets it write its samples.
    pub(super) fn prepare() -> Result<Program> {
        let target = target_folder()?;
        let binary = match shell::path_variable("SCENEWRIGHT_BIN")? {
            Some(binary) => binary,
            None => build(&target)?,
        };
        println!("measured: {}", binary.display());
        let program = Program { binary, folder: target.join("bench") };
        program.write_samples()?;
        Ok(program)
    }

    pub(super) fn sample(&self, engine: &str) -> PathBuf {
        self.samples().join(engine)
    }

    pub(super) fn stdio(&self, project: &Path) -> Result<Command> {
        let mut command = self.command()?;
        command.arg("stdio").arg(project);
        command.args(["--dialect", "editormcp"]);
        Ok(command)
    }

    pub(super) fn serve(&self, project: &Path) -> Result<Command> {
        let mut command = self.command()?;
        command.arg("serve").arg(project).args(["--port", "0"]);
        Ok(command)
    }

    pub(super) fn check(&self, project: &Path) -> Result<Command> {
        let mut command = self.command()?;
        command.arg("check").arg(project).args(["--format", "json"]);
        Ok(command)
    }

    /// MCP over stdio.
    pub(super) fn mcp(&self, project: &Path) -> Result<Command> {
        let mut command = self.command()?;
        command.arg("mcp").arg(project);
        Ok(command)
    }

    /// The plugin for Godot's editor, into a project that is still to be named.
    pub(super) fn install(&self) -> Result<Command> {
        let mut command = self.command()?;
        command.args(["install", "godot"]);
        Ok(command)
    }

    /// Where to look when the program did not do as it should.
    pub(super) fn log_hint(&self) -> String {
        format!("its stderr is in {}", self.log().display())
    }

    fn write_samples(&self) -> Result {
        let samples = self.samples();
        if samples.exists() {
            fs::remove_dir_all(&samples)?;
        }
        fs::create_dir_all(&samples)?;
        File::create(self.log())?;
        let mut demo = shell::command(&self.binary);
        demo.args(["demo", "--once", "--dir"]).arg(&samples);
        shell::capture(&mut demo)?;
        Ok(())
    }

    fn command(&self) -> Result<Command> {
        self.logged(&self.binary)
    }

    /// Log lines go to a file: on the terminal they would stand between the tables.
    pub(super) fn logged(&self, program: &Path) -> Result<Command> {
        let log = File::options().create(true).append(true).open(self.log())?;
        let mut command = shell::command(program);
        command.stderr(Stdio::from(log));
        Ok(command)
    }

    fn samples(&self) -> PathBuf {
        self.folder.join("samples")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("stderr.log")
    }
}

pub(super) fn target_folder() -> Result<PathBuf> {
    let metadata = shell::metadata()?;
    let folder = metadata["target_directory"].as_str();
    Ok(folder.ok_or("`cargo metadata` gives no target folder")?.into())
}

/// As README.md builds it. What ships (`--profile dist`) is optimised further; SCENEWRIGHT_BIN can name it.
fn build(target: &Path) -> Result<PathBuf> {
    shell::run(&mut shell::cargo(["build", "--release", "--package", "scenewright"]))?;
    let file = format!("scenewright{}", std::env::consts::EXE_SUFFIX);
    Ok(target.join("release").join(file))
}
