//! The ways to install: unpacking, npm, pip, and an empty root.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;

use super::InstalledProgram;
use crate::{Result, shell};

/// By its extension: a zip file in all but name, or a tar file.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result {
    fs::create_dir_all(folder)?;
    let file = BufReader::new(File::open(archive)?);
    match archive.extension().and_then(|it| it.to_str()) {
        Some("gz" | "tgz") => tar::Archive::new(GzDecoder::new(file)).unpack(folder)?,
        _ => zip::ZipArchive::new(file)?.extract(folder)?,
    }
    Ok(())
}

/// Offline: nothing may come from a registry.
pub(super) fn with_npm(folder: &Path, packages: &[&Path]) -> Result {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("package.json"), "{\"private\":true}\n")?;
    let mut npm = Command::new("npm");
    npm.current_dir(folder).args([
        "install",
        "--offline",
        "--loglevel=error",
        "--no-audit",
        "--no-fund",
    ]);
    shell::quietly(npm.args(packages)).map(drop)
}

/// Returns the folder of the environment's programs.
pub(super) fn with_pip(folder: &Path, wheel: &Path) -> Result<PathBuf> {
    shell::quietly(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let mut pip = Command::new(programs.join("pip"));
    shell::quietly(pip.args(["install", "--quiet", "--no-index", "--no-deps"]).arg(wheel))?;
    Ok(programs)
}

/// In a root folder that contains the program and the samples alone. `None` where that is not allowed.
pub(super) fn in_empty_root(
    program: &InstalledProgram<'_>,
    root: &Path,
    samples: &Path,
) -> Option<Result<String>> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let is_root = shell::probe(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    if !is_root || shell::on_path("chroot").is_none() {
        println!("skipped: the program in an empty root folder (chroot needs root)");
        return None;
    }
    let ask = || -> Result<String> {
        fs::create_dir_all(root)?;
        fs::copy(program.path(), root.join("scenewright"))?;
        shell::quietly(
            Command::new("cp").arg("-r").arg(samples.join("godot")).arg(root.join("godot")),
        )?;
        let mut call = Command::new("chroot");
        call.arg(root).args(["/scenewright", "call", "project.info", "--project", "/godot"]);
        let answer: serde_json::Value = serde_json::from_str(&shell::quietly(&mut call)?)?;
        let name = answer["output"]["projectName"].as_str();
        Ok(name.ok_or("project.info names no project")?.to_owned())
    };
    Some(ask())
}

/// Without a warning of the formatter.
pub(super) fn render_manual(folder: &Path) -> Result<String> {
    if shell::on_path("man").is_none() {
        return Ok("not rendered, there is no `man` here".to_owned());
    }
    let mut count = 0;
    for page in fs::read_dir(folder)? {
        let path = page?.path();
        let output = Command::new("man").args(["--warnings", "-l"]).arg(&path).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let warnings = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() || !warnings.trim().is_empty() || !text.contains("NAME") {
            return Err(format!("{} does not render: {warnings}", path.display()).into());
        }
        count += 1;
    }
    Ok(format!("{count} pages"))
}
