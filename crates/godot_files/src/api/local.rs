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

use super::{Api, GodotVersion, MAX_API_BYTES, table};

const DUMP_SCRIPT: &str = include_str!("dump.gd");
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Why a local Godot is passed over.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocalGodotError {
    #[error("it cannot be used: {0}")]
    Io(#[from] io::Error),
    #[error("it failed ({0})")]
    Failed(process::ExitStatus),
    #[error("it did not end within {0:?}")]
    TimedOut(Duration),
    #[error("it does not tell its version")]
    NoVersion,
    #[error("it is a Godot {}.{}", .0.major, .0.minor)]
    OtherVersion(GodotVersion),
    #[error("what it tells about its classes cannot be read")]
    Unreadable,
}

/// The classes of a Godot whose version is wanted. `limit` is for each of its two runs.
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

/// Asks for the version first: Godot 3 does not know `--headless` and would open a window.
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
    // A file, not a pipe: a child that outlives Godot could hold a pipe open.
    run(command(godot, work).arg("--version").stdout(File::create(&path)?), limit)?;
    let answer = fs::read(&path)?;
    // Warnings about the machine may stand above the version.
    let text = String::from_utf8_lossy(&answer);
    text.lines().find_map(GodotVersion::parse).ok_or(LocalGodotError::NoVersion)
}

/// Godot shall find no project and no settings, and leave none behind.
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

/// Of a program as it is now, and of the question that it is asked.
pub(crate) fn cache_key(program: &Path, question: &str) -> io::Result<u64> {
    let metadata = fs::metadata(program)?;
    let mut hasher = DefaultHasher::new();
    (program, metadata.len(), metadata.modified().ok(), question).hash(&mut hasher);
    Ok(hasher.finish())
}

/// A folder for one run, gone when it ends.
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
        // What is left is in the user's cache, where it does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
