//! Runs a local Godot to describe its classes. The description is stored in the user's cache, under a
//! name made from the path, size and modification time of the program.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_project_files::LocalEditor;

use super::{Api, GodotVersion, MAX_API_BYTES, table};

const DUMP_SCRIPT: &str = include_str!("dump.gd");
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Why a local Godot is not used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocalGodotError {
    #[error("it cannot be used: {0}")]
    Io(#[from] io::Error),
    #[error("it failed ({0})")]
    Failed(process::ExitStatus),
    #[error("it did not finish within {0:?}")]
    TimedOut(Duration),
    #[error("it does not print its version")]
    NoVersion,
    #[error("it is Godot {}.{}", .0.major, .0.minor)]
    OtherVersion(GodotVersion),
    #[error("its description of its classes cannot be read")]
    Unreadable,
}

/// The classes of a Godot, if `wanted` accepts its version. `limit` applies to each of its two runs.
pub(super) fn query_classes(
    godot: &LocalEditor,
    wanted: impl Fn(GodotVersion) -> bool,
    limit: Duration,
) -> Result<Api, LocalGodotError> {
    let kept = godot.cache.join(file_name(&godot.program)?);
    let api = match read_dump(&kept) {
        Ok(api) => api,
        Err(_) => query_godot(godot, &wanted, limit, &kept)?,
    };
    match wanted(api.version()) {
        true => Ok(api),
        false => Err(LocalGodotError::OtherVersion(api.version())),
    }
}

/// Checks the version first: Godot 3 does not know `--headless` and would open a window.
fn query_godot(
    godot: &LocalEditor,
    wanted: impl Fn(GodotVersion) -> bool,
    limit: Duration,
    kept: &Path,
) -> Result<Api, LocalGodotError> {
    let work = WorkFolder::new(&godot.cache)?;
    let version = version(godot, &work, limit)?;
    if !wanted(version) {
        return Err(LocalGodotError::OtherVersion(version));
    }
    let (script, dump) = (work.0.join("dump.gd"), work.0.join("dump.txt"));
    fs::write(&script, DUMP_SCRIPT)?;
    let mut command = command(godot, &work);
    command.args(["--headless", "--path"]).arg(&work.0).arg("--script").arg(&script);
    run(command.arg("--").arg(&dump), limit)?;
    let api = read_dump(&dump)?;
    fs::rename(&dump, kept)?;
    Ok(api)
}

pub(crate) fn version(
    godot: &LocalEditor,
    work: &WorkFolder,
    limit: Duration,
) -> Result<GodotVersion, LocalGodotError> {
    let path = work.0.join("version.txt");
    // A file and not a pipe: a child process that outlives Godot could keep a pipe open.
    run(command(godot, work).arg("--version").stdout(File::create(&path)?), limit)?;
    let answer = fs::read(&path)?;
    // Warnings may be printed before the version.
    let text = String::from_utf8_lossy(&answer);
    text.lines().find_map(GodotVersion::parse).ok_or(LocalGodotError::NoVersion)
}

/// Godot must not find a project or settings, and must not leave any behind.
pub(crate) fn command(godot: &LocalEditor, work: &WorkFolder) -> Command {
    let mut command = Command::new(&godot.program);
    command.current_dir(&work.0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "APPDATA"] {
        command.env(variable, &work.0);
    }
    command
}

pub(crate) fn run(command: &mut Command, limit: Duration) -> Result<(), LocalGodotError> {
    let mut child = command.spawn()?;
    let end = Instant::now() + limit;
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(LocalGodotError::Failed(status)),
            None if Instant::now() < end => thread::sleep(POLL_INTERVAL),
            None => {
                child.kill()?;
                child.wait()?;
                return Err(LocalGodotError::TimedOut(limit));
            }
        }
    }
}

fn read_dump(path: &Path) -> Result<Api, LocalGodotError> {
    let fits = fs::metadata(path)?.len() <= MAX_API_BYTES as u64;
    let text = if fits { fs::read_to_string(path)? } else { String::new() };
    Api::parse(text).ok_or(LocalGodotError::Unreadable)
}

fn file_name(program: &Path) -> io::Result<String> {
    Ok(format!("godot-api-{}-{:016x}.txt", table::API_LAYOUT, cache_key(program, DUMP_SCRIPT)?))
}

/// Identifies the current version of a program, and the arguments that it is run with.
pub(crate) fn cache_key(program: &Path, arguments: &str) -> io::Result<u64> {
    let metadata = fs::metadata(program)?;
    let mut hasher = DefaultHasher::new();
    (program, metadata.len(), metadata.modified().ok(), arguments).hash(&mut hasher);
    Ok(hasher.finish())
}

/// A temporary folder for one run, removed afterwards.
pub(crate) struct WorkFolder(pub(crate) PathBuf);

impl WorkFolder {
    pub(crate) fn new(cache: &Path) -> io::Result<WorkFolder> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::path::absolute(cache)?.join(format!("work-{}-{number}", process::id()));
        fs::create_dir_all(&folder)?;
        Ok(WorkFolder(folder))
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // If this fails, the folder stays in the user's cache, where it does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
