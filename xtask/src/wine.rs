//! Runs the tests that need no Unix as Windows programs, with Wine.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::counts::Counts;
use crate::test::nextest;
use crate::{Result, Subcommand, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "wine",
    summary: "Run the tests as Windows programs, with Wine",
    help: "\
Usage: cargo xtask wine [-- NAME…]

Builds the tests for x86_64-pc-windows-gnu and runs them with Wine: all of them, or those
whose path contains a NAME; a few are left out, each with a reason in xtask/src/wine.rs.
Needs the target (rustup target add x86_64-pc-windows-gnu),
mingw-w64, Wine (Debian: apt-get install gcc-mingw-w64-x86-64 wine64) and cargo-nextest.
`cargo xtask test` runs those of the journal and of the files in this way.
",
    run,
};

const TARGET: &str = "x86_64-pc-windows-gnu";
const COMPILER: &str = "x86_64-w64-mingw32-gcc";

/// Where paths, links, locks and replaced files matter most; few crates to build.
const SHORT: [&str; 3] = ["scenewright-model", "scenewright-journal", "scenewright-project-files"];

/// Of those, the ones that end soon: each file that a test touches costs Wine a hundred times as much.
const SHORT_TESTS: &str = "not (test(steps::) or test(recovery::) or test(damage::) or test(properties::) or \
                           test(writers::) or test(unsaved::) or test(many_small_changes) or \
                           test(a_large_file) or test(watch::))";

/// Tests that no Windows program can pass here, and why.
const SKIPPED: [(&str, &str); 5] = [
    ("needs_", "what they need runs on this system, not in Wine"),
    ("check::", "fixtures with names that Windows does not allow"),
    ("install::", "they compare paths as Unix writes them"),
    ("kill::", "Wine gives a folder's last change as its creation: it looks like another project"),
    ("listening::", "Wine loses events of folders that are moved"),
];

fn run(names: &[String]) -> Result {
    let wine = Wine::prepare()?;
    let mut tests = wine.nextest();
    tests.args(["--workspace", "--exclude", "xtask", "-E", &filter(&[])]);
    if !names.is_empty() {
        tests.arg("--").args(names);
    }
    let counts = nextest::run_other(&mut tests)?;
    println!("result: {counts}");
    match counts.failed {
        0 => Ok(()),
        _ => Err("tests failed".into()),
    }
}

/// The short form for every test run; `Err` says why it is skipped.
pub(crate) fn briefly() -> std::result::Result<Result<Counts>, String> {
    if !shell::has_cargo("nextest") {
        return Err("cargo-nextest is not installed".to_owned());
    }
    let wine = Wine::prepare()?;
    let mut tests = wine.nextest();
    for package in SHORT {
        tests.args(["--package", package]);
    }
    Ok(nextest::run_other(tests.args(["-E", &filter(&[SHORT_TESTS])])))
}

/// The tests that run, as nextest writes it.
fn filter(more: &[&str]) -> String {
    let skipped = SKIPPED.map(|(name, _)| format!("not test({name})"));
    let more = more.iter().map(|&part| part.to_owned());
    skipped.into_iter().chain(more).collect::<Vec<_>>().join(" and ")
}

/// Wine with a folder of its own as the Windows computer.
pub(crate) struct Wine {
    program: PathBuf,
    prefix: PathBuf,
}

impl Wine {
    /// Nothing is installed; `Err` says what is missing.
    pub(crate) fn prepare() -> std::result::Result<Wine, String> {
        let program = find_program().ok_or("no Wine: apt-get install wine64")?;
        if shell::on_path(COMPILER).is_none() {
            return Err("no mingw-w64: apt-get install gcc-mingw-w64-x86-64".to_owned());
        }
        let mut libraries = shell::rustc(["--print", "target-libdir", "--target", TARGET]);
        let libraries = shell::probe(&mut libraries).unwrap_or_default();
        if !Path::new(libraries.trim()).is_dir() {
            return Err(format!("no standard library: rustup target add {TARGET}"));
        }
        let wine = Wine { program, prefix: shell::root().join("target/wine") };
        wine.make_prefix().map_err(|error| format!("Wine cannot be set up: {error}"))?;
        Ok(wine)
    }

    fn make_prefix(&self) -> Result {
        let library = self.prefix.join("drive_c/windows/system32/bcryptprimitives.dll");
        if library.is_file() {
            return Ok(());
        }
        fs::create_dir_all(&self.prefix)?;
        shell::run_within(shell::INSTALL_LIMIT, self.command("wineboot.exe").arg("--init"))?;
        let source = shell::root().join("xtask/src/wine/bcryptprimitives.c");
        let mut compiler = shell::command(COMPILER);
        compiler.args(["-shared", "-O1", "-o"]).arg(&library).arg(source).arg("-ladvapi32");
        shell::run(&mut compiler)
    }

    /// A Windows program.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = shell::command(&self.program);
        self.set_variables(&mut command);
        command.arg(program);
        command
    }

    /// A path of this machine as Windows programs see it.
    pub(crate) fn path(&self, path: &Path) -> String {
        format!("Z:{}", path.display().to_string().replace('/', "\\"))
    }

    fn nextest(&self) -> Command {
        let mut command = shell::cargo(["nextest", "run", "--target", TARGET]);
        self.set_variables(&mut command);
        command.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", &self.program);
        // Now and then Wine fails to start a program.
        command.args(["--retries", "1", "--no-fail-fast"]);
        command
    }

    /// Without its messages, and without the programs that it would offer to install.
    fn set_variables(&self, command: &mut Command) {
        command.env("WINEPREFIX", &self.prefix);
        command.env("WINEDEBUG", "-all").env("WINEDLLOVERRIDES", "mscoree,mshtml=");
    }
}

/// Debian's package for 64 bits alone is not on PATH.
fn find_program() -> Option<PathBuf> {
    let packaged = Path::new("/usr/lib/wine/wine64");
    ["wine64", "wine"]
        .into_iter()
        .find_map(shell::on_path)
        .or_else(|| packaged.is_file().then(|| packaged.to_owned()))
}
