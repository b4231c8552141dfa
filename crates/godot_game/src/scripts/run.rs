//! Godot processes that compile scripts: one for all of them, and another one after a script that does not return.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_engine::{BoundedScan, Context, EngineError, GameFailure, GameFailureKind};
use tempfile::TempDir;

use super::report::{ReportEntry, ScriptReport, printed_messages};
use crate::process::{GameProcess, ProcessCommand};
use crate::variant::{Variant, decode};

const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long one script may take, with all that it loads.
const SCRIPT_LIMIT: Duration = Duration::from_secs(10);
/// How long Godot may take to start, with the project's autoloads.
const START_LIMIT: Duration = Duration::from_secs(30);
/// The part of the caller's time that is left for the answer.
const ANSWER_TIME: Duration = Duration::from_secs(1);
/// More scripts that end or stop Godot are not passed over.
const MAX_INTERRUPTIONS: usize = 50;

const CHECK: &str = "check_scripts.gd";
const FILES: [(&str, &str); 2] = [
    (CHECK, include_str!("../../probe/check_scripts.gd")),
    ("check_logger.gd", include_str!("../../probe/check_logger.gd")),
];

pub(super) struct ScriptRun<'a> {
    pub(super) godot: &'a Path,
    pub(super) guard: Option<&'a Path>,
    pub(super) project: &'a Path,
}

/// How a process came to its end.
enum RunEnd {
    Done,
    OutOfTime,
    /// With the script that it was at.
    Interrupted(String),
}

impl ScriptRun<'_> {
    /// Compiles as many of the scripts as there is time for.
    pub(super) fn compile(
        &self,
        mut scripts: &[String],
        scan: &mut BoundedScan<'_>,
        cx: &Context,
    ) -> Result<ScriptReport, EngineError> {
        let mut report = ScriptReport::default();
        for _ in 0..=MAX_INTERRUPTIONS {
            let RunEnd::Interrupted(path) = self.run_once(scripts, &mut report, scan, cx)? else {
                break;
            };
            let reached = scripts.iter().position(|script| *script == path);
            scripts = reached.and_then(|index| scripts.get(index + 1..)).unwrap_or_default();
            if scripts.is_empty() {
                break;
            }
        }
        Ok(report)
    }

    fn run_once(
        &self,
        scripts: &[String],
        report: &mut ScriptReport,
        scan: &mut BoundedScan<'_>,
        cx: &Context,
    ) -> Result<RunEnd, EngineError> {
        let folder = run_folder(scripts).map_err(not_started)?;
        let process = GameProcess::start(self.command(folder.path())).map_err(not_started)?;
        let mut entries = EntryReader::new(folder.path().join("report"));
        report.is_done = false;
        let end = watch(&process, &mut entries, report, scan, cx);
        process.kill();
        if !report.has_logger {
            let log = fs::read(folder.path().join("log")).unwrap_or_default();
            printed_messages(&String::from_utf8_lossy(&log))
                .into_iter()
                .for_each(|message| report.add_message(message));
        }
        end
    }

    /// With a debugger, the compiler tells its warnings. The one on the standard streams is never asked anything.
    fn command(&self, folder: &Path) -> ProcessCommand {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let arguments = vec![
            "--headless".to_owned(),
            "--debug".to_owned(),
            "--ignore-error-breaks".to_owned(),
            "--log-file".to_owned(),
            text(&folder.join("log")),
            "--path".to_owned(),
            text(self.project),
            "--script".to_owned(),
            text(&folder.join(CHECK)),
        ];
        let variables = vec![
            ("SCENEWRIGHT_CHECK".to_owned(), folder.to_owned()),
            ("XDG_DATA_HOME".to_owned(), folder.join("data")),
        ];
        let (program, guard) = (self.godot.to_owned(), self.guard.map(Path::to_owned));
        ProcessCommand { program, arguments, variables, guard }
    }
}

fn watch(
    process: &GameProcess,
    entries: &mut EntryReader,
    report: &mut ScriptReport,
    scan: &mut BoundedScan<'_>,
    cx: &Context,
) -> Result<RunEnd, EngineError> {
    let mut since = Instant::now();
    let start_limit = start_limit(report, cx);
    loop {
        // Asked before the report is read, which is complete then.
        let end = process.end();
        for entry in entries.read().map_err(not_started)? {
            if !matches!(entry, ReportEntry::Start { .. }) {
                since = Instant::now();
            }
            let begins = matches!(entry, ReportEntry::Begin { .. });
            if begins && !scan.advance()? {
                return Ok(RunEnd::OutOfTime);
            }
            report.add(entry);
        }
        let current = report.current.clone();
        match (report.is_done, end, current) {
            (true, _, _) => return Ok(RunEnd::Done),
            (false, Some(end), Some(path)) => {
                report.interrupt(format!("Godot ended ({end}) while it loaded this script."));
                return Ok(RunEnd::Interrupted(path));
            }
            (false, Some(end), None) => return Err(ended(&end.to_string(), process)),
            (false, None, Some(path)) if since.elapsed() >= SCRIPT_LIMIT => {
                let seconds = SCRIPT_LIMIT.as_secs();
                report.interrupt(format!(
                    "Godot did not finish loading this script within {seconds} s: a static initialiser in it, or in what it loads, does not return."
                ));
                return Ok(RunEnd::Interrupted(path));
            }
            (false, None, None) if since.elapsed() >= start_limit => {
                return Err(stuck(start_limit, process));
            }
            (false, None, _) if cx.time_left() <= ANSWER_TIME => return Ok(RunEnd::OutOfTime),
            (false, None, _) => cx.check()?,
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Without any result, running out of time is a failure of its own.
fn start_limit(report: &ScriptReport, cx: &Context) -> Duration {
    match report.compiled {
        0 => START_LIMIT.min(cx.time_left().saturating_sub(ANSWER_TIME)),
        _ => START_LIMIT,
    }
}

/// Values that Godot appends to a file, each after its length.
struct EntryReader {
    path: PathBuf,
    file: Option<File>,
    bytes: Vec<u8>,
}

impl EntryReader {
    fn new(path: PathBuf) -> EntryReader {
        EntryReader { path, file: None, bytes: Vec::new() }
    }

    /// The entries that are complete by now.
    fn read(&mut self) -> io::Result<Vec<ReportEntry>> {
        if self.file.is_none() {
            match File::open(&self.path) {
                Ok(file) => self.file = Some(file),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
                Err(error) => return Err(error),
            }
        }
        if let Some(file) = &mut self.file {
            file.read_to_end(&mut self.bytes)?;
        }
        let mut entries = Vec::new();
        while let Some((entry, length)) = first_entry(&self.bytes) {
            self.bytes.drain(..length);
            entries.extend(entry);
        }
        Ok(entries)
    }
}

/// The first complete entry, and its length in bytes.
fn first_entry(bytes: &[u8]) -> Option<(Option<ReportEntry>, usize)> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let value = decode(rest.get(..length)?).ok();
    let entry = value.as_ref().and_then(Variant::as_dictionary).and_then(ReportEntry::new);
    Some((entry, length + 4))
}

fn run_folder(scripts: &[String]) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("scenewright-game-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = builder.tempdir()?;
    FILES.iter().try_for_each(|(name, text)| fs::write(folder.path().join(name), text))?;
    fs::write(folder.path().join("scripts"), scripts.join("\n"))?;
    Ok(folder)
}

fn failure(kind: GameFailureKind, message: String) -> EngineError {
    EngineError::Game(Box::new(GameFailure::new(kind, message)))
}

fn not_started(error: io::Error) -> EngineError {
    failure(GameFailureKind::NotStarted, format!("the scripts could not be compiled: {error}"))
}

fn ended(end: &str, process: &GameProcess) -> EngineError {
    let message = format!("Godot ended ({end}) before it compiled the scripts{}", said(process));
    failure(GameFailureKind::NotStarted, message)
}

fn stuck(limit: Duration, process: &GameProcess) -> EngineError {
    let seconds = limit.as_secs();
    let message = format!(
        "Godot did not come to the scripts within {seconds} s: an autoload may not return{}",
        said(process)
    );
    failure(GameFailureKind::Stuck, message)
}

fn said(process: &GameProcess) -> String {
    let lines: Vec<_> = process.telling_output().into_iter().map(|line| line.text).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("; it printed: {}", lines.join(" | ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Dictionary, encode};

    #[test]
    fn only_complete_entries_are_read() {
        let done = Variant::Dictionary(Dictionary {
            entries: vec![("kind".into(), "done".into())],
            ..Dictionary::default()
        });
        let value = encode(&done);
        let mut bytes = (value.len() as u32).to_le_bytes().to_vec();
        bytes.extend(&value);
        let whole = bytes.len();
        for length in 0..whole {
            assert_eq!(first_entry(&bytes[..length]), None, "{length}");
        }
        assert_eq!(first_entry(&bytes), Some((Some(ReportEntry::Done), whole)));
        bytes.splice(4.., vec![0xff; value.len()]);
        assert_eq!(first_entry(&bytes), Some((None, whole)), "an unknown value is passed over");
    }
}
