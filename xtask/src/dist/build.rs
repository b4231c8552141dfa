//! Builds the program for a target, or says why that is not possible here.

use std::env::consts::OS;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::product::Product;
use super::target::{Os, Target};
use crate::{Result, shell};

/// Not cargo's usual one, in which what it builds for this machine with the profile `dist` would lie between the
/// files of the release.
const FOLDER: &str = "target/release-build";

pub(super) struct BuiltBinary {
    pub(super) target: &'static Target,
    pub(super) path: PathBuf,
}

pub(super) enum Built {
    Binary(PathBuf),
    Skipped(String),
}

pub(super) fn binary(target: &Target, elsewhere: Option<&Path>) -> Result<Built> {
    if let Some(folder) = elsewhere {
        let path = folder.join(target.triple).join(target.program());
        if path.is_file() {
            return Ok(Built::Binary(path));
        }
    }
    let compiler = match c_compiler(target) {
        Ok(compiler) => compiler,
        Err(reason) => return Ok(Built::Skipped(reason)),
    };
    if !has_standard_library(target) {
        let reason = format!("no standard library: rustup target add {}", target.triple);
        return Ok(Built::Skipped(reason));
    }
    // A package whose level is set on its own gets `strip` of the profile that `dist` inherits from.
    let mut build =
        shell::cargo(["rustc", "--locked", "--profile", "dist", "--package", "scenewright"]);
    build.args(["--target", target.triple, "--target-dir", FOLDER, "--bin", "scenewright"]);
    if let Some(compiler) = compiler {
        let name = target.triple.replace('-', "_");
        build.env(format!("CC_{name}"), compiler.c);
        if let Some(linker) = compiler.linker {
            build.env(format!("CARGO_TARGET_{}_LINKER", name.to_uppercase()), linker);
        }
    }
    shell::run(build.args(["--", "-C", "strip=symbols"]))?;
    let folder = shell::root().join(FOLDER).join(target.triple).join("dist");
    Ok(Built::Binary(folder.join(target.program())))
}

/// The allocator is C. The linker is set where cargo's own choice is that of this machine.
struct CCompiler {
    c: &'static str,
    linker: Option<&'static str>,
}

fn c_compiler(target: &Target) -> std::result::Result<Option<CCompiler>, String> {
    let needed = match target.triple {
        "x86_64-unknown-linux-musl" => CCompiler { c: "musl-gcc", linker: None },
        "aarch64-unknown-linux-musl" => {
            CCompiler { c: "aarch64-linux-gnu-gcc", linker: Some("aarch64-linux-gnu-gcc") }
        }
        "x86_64-pc-windows-gnu" if OS != "windows" => {
            CCompiler { c: "x86_64-w64-mingw32-gcc", linker: None }
        }
        _ => {
            let is_here = match target.os {
                Os::Linux => OS == "linux",
                Os::Mac => OS == "macos",
                Os::Windows => OS == "windows",
            };
            return if is_here {
                Ok(None)
            } else {
                Err("it is built on its own system".to_owned())
            };
        }
    };
    match shell::on_path(needed.c) {
        Some(_) => Ok(Some(needed)),
        None => Err(format!("no {} on PATH", needed.c)),
    }
}

pub(crate) fn has_standard_library(target: &Target) -> bool {
    let mut rustc = shell::rustc(["--print", "target-libdir", "--target", target.triple]);
    shell::probe(&mut rustc).is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

const COMPLETIONS: [(&str, &str); 4] = [
    ("bash", "completions/scenewright.bash"),
    ("zsh", "completions/_scenewright"),
    ("fish", "completions/scenewright.fish"),
    ("powershell", "completions/_scenewright.ps1"),
];

/// Completions and manual pages, which the program writes itself.
pub(super) fn shell_files(
    product: &Product,
    binaries: &[BuiltBinary],
) -> Result<Vec<(String, Vec<u8>)>> {
    let expected = format!("scenewright {}\n", product.version);
    let runs = |path: &&PathBuf| {
        shell::probe(Command::new(path).arg("--version")).is_some_and(|text| text == expected)
    };
    let own = binaries.iter().map(|binary| &binary.path).find(runs);
    let program = || match own {
        Some(path) => Command::new(path),
        None => shell::cargo(["run", "--quiet", "--package", "scenewright", "--"]),
    };
    let mut files = Vec::new();
    for (name, path) in COMPLETIONS {
        let script = shell::quietly(program().args(["completions", name]))?;
        files.push((path.to_owned(), script.into_bytes()));
    }
    let folder = tempfile::tempdir()?;
    shell::quietly(program().arg("man-pages").arg(folder.path()))?;
    let mut pages: Vec<_> = fs::read_dir(folder.path())?.collect::<std::io::Result<_>>()?;
    pages.sort_by_key(|page| page.file_name());
    for page in pages {
        let path = format!("man/man1/{}", page.file_name().to_string_lossy());
        files.push((path, fs::read(page.path())?));
    }
    Ok(files)
}
