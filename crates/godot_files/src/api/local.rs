//! Asks a Godot on this machine about its classes, once: the answer is kept in the user's cache,
//! under a name made of the program's path, size and time.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_project_files::LocalEditor;

use super::{Api, MAX_BYTES, Version, table};

const SCRIPT: &str = include_str!("dump.gd");
const PAUSE: Duration = Duration::from_millis(10);

/// Why a local Godot is passed over.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    #[error("it cannot be used: {0}")]
    Io(#[from] io::Error),
    #[error("it failed ({0})")]
    Failed(process::ExitStatus),
    #[error("it did not end within {0:?}")]
    Late(Duration),
    #[error("it does not tell its version")]
    NoVersion,
    #[error("it is a Godot {}.{}", .0.major, .0.minor)]
    OtherVersion(Version),
    #[error("what it tells about its classes cannot be read")]
    Unreadable,
}

/// The classes of a Godot whose version is wanted. `limit` is for each of its two runs.
pub(super) fn ask(
    godot: &LocalEditor,
    wanted: impl Fn(Version) -> bool,
    limit: Duration,
) -> Result<Api, Problem> {
    let kept = godot.cache.join(file_name(&godot.program)?);
    let api = match read(&kept) {
        Ok(api) => api,
        Err(_) => fresh(godot, &wanted, limit, &kept)?,
    };
    match wanted(api.version()) {
        true => Ok(api),
        false => Err(Problem::OtherVersion(api.version())),
    }
}

/// Asks for the version first: Godot 3 does not know `--headless` and would open a window.
fn fresh(
    godot: &LocalEditor,
    wanted: impl Fn(Version) -> bool,
    limit: Duration,
    kept: &Path,
) -> Result<Api, Problem> {
    let work = Work::new(&godot.cache)?;
    let version = version(godot, &work, limit)?;
    if !wanted(version) {
        return Err(Problem::OtherVersion(version));
    }
    let (script, dump) = (work.0.join("dump.gd"), work.0.join("dump.txt"));
    fs::write(&script, SCRIPT)?;
    let mut command = command(godot, &work);
    command.args(["--headless", "--path"]).arg(&work.0).arg("--script").arg(&script);
    run(command.arg("--").arg(&dump), limit)?;
    let api = read(&dump)?;
    fs::rename(&dump, kept)?;
    Ok(api)
}

pub(crate) fn version(
    godot: &LocalEditor,
    work: &Work,
    limit: Duration,
) -> Result<Version, Problem> {
    let path = work.0.join("version.txt");
    // A file, not a pipe: a child that outlives Godot could hold a pipe open.
    run(command(godot, work).arg("--version").stdout(File::create(&path)?), limit)?;
    let answer = fs::read(&path)?;
    // Warnings about the machine may stand above the version.
    let text = String::from_utf8_lossy(&answer);
    text.lines().find_map(Version::parse).ok_or(Problem::NoVersion)
}

/// Godot shall find no project and no settings, and leave none behind.
pub(crate) fn command(godot: &LocalEditor, work: &Work) -> Command {
    let mut command = Command::new(&godot.program);
    command.current_dir(&work.0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "APPDATA"] {
        command.env(variable, &work.0);
    }
    command
}

pub(crate) fn run(command: &mut Command, limit: Duration) -> Result<(), Problem> {
    let mut child = command.spawn()?;
    let end = Instant::now() + limit;
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(Problem::Failed(status)),
            None if Instant::now() < end => thread::sleep(PAUSE),
            None => {
                child.kill()?;
                child.wait()?;
                return Err(Problem::Late(limit));
            }
        }
    }
}

fn read(path: &Path) -> Result<Api, Problem> {
    let fits = fs::metadata(path)?.len() <= MAX_BYTES as u64;
    let text = if fits { fs::read_to_string(path)? } else { String::new() };
    Api::parse(text).ok_or(Problem::Unreadable)
}

fn file_name(program: &Path) -> io::Result<String> {
    Ok(format!("godot-api-{}-{:016x}.txt", table::LAYOUT, identity(program, SCRIPT)?))
}

/// Of a program as it is now, and of the question that it is asked.
pub(crate) fn identity(program: &Path, question: &str) -> io::Result<u64> {
    let metadata = fs::metadata(program)?;
    let mut hasher = DefaultHasher::new();
    (program, metadata.len(), metadata.modified().ok(), question).hash(&mut hasher);
    Ok(hasher.finish())
}

/// A folder for one run, gone when it ends.
pub(crate) struct Work(pub(crate) PathBuf);

impl Work {
    pub(crate) fn new(cache: &Path) -> io::Result<Work> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::path::absolute(cache)?.join(format!("work-{}-{number}", process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Work(folder))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // What is left is in the user's cache, where it does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
