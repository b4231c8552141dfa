//! The process of a game. It is ours: it ends with us, and nothing of it is left behind.

use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::descendants;
use crate::output::{Output, OutputLine};

/// How often a process that could not be waited for is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A program and its arguments, which is started in a process group of its own.
#[derive(Debug, Clone)]
pub(crate) struct ProcessCommand {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    pub(crate) variables: Vec<(String, PathBuf)>,
    /// A program that is started with the id of this process, the program and its arguments, and ends what it
    /// started when this process ends. Without it, a killed server leaves the game to itself.
    pub(crate) guard: Option<PathBuf>,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessEnd {
    Exited(i32),
    /// By a signal.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has signals"))]
    Killed(i32),
    /// By us.
    Stopped,
    /// The editor's game did, and its exit code is not known.
    ByItself,
    /// The editor ended its game.
    StoppedInEditor,
    /// The editor, or its plugin, is gone.
    EditorLost,
}

impl std::fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ProcessEnd::Exited(code) => write!(f, "exit code {code}"),
            ProcessEnd::Killed(signal) => write!(f, "signal {signal}"),
            ProcessEnd::Stopped => f.write_str("stopped"),
            ProcessEnd::ByItself => f.write_str("by itself"),
            ProcessEnd::StoppedInEditor => f.write_str("stopped in the editor"),
            ProcessEnd::EditorLost => f.write_str("the editor does not talk to it any more"),
        }
    }
}

pub(crate) struct GameProcess {
    pid: u32,
    output: Output,
    shared: Arc<ProcessState>,
}

#[derive(Default)]
struct ProcessState {
    is_stopped: AtomicBool,
    end: Mutex<Option<ProcessEnd>>,
    ended: Condvar,
}

impl GameProcess {
    /// The system ends a guarded process when the *thread* that started it ends, so that thread waits for it.
    pub(crate) fn start(command: ProcessCommand) -> io::Result<GameProcess> {
        let (output, shared) = (Output::default(), Arc::<ProcessState>::default());
        let (started, is_started) = mpsc::channel();
        let (its_output, its_state) = (output.clone(), Arc::clone(&shared));
        thread::spawn(move || {
            let mark = descendants::new_mark();
            let mut child = match command.spawn(&mark) {
                Ok(child) => child,
                Err(error) => return drop(started.send(Err(error))),
            };
            let pid = child.id();
            let readers = [
                child.stdout.take().map(|stream| its_output.collect(stream, false)),
                child.stderr.take().map(|stream| its_output.collect(stream, true)),
            ];
            let _ = started.send(Ok(pid));
            let end = wait(&mut child);
            let is_stopped = its_state.is_stopped.load(Ordering::Relaxed);
            let end = if is_stopped { ProcessEnd::Stopped } else { end };
            // Children of the game may hold the streams open, so their ends are not waited for any longer.
            kill_group(pid);
            descendants::kill(&mark);
            let deadline = Instant::now() + Duration::from_millis(500);
            for reader in readers.into_iter().flatten() {
                while !reader.is_finished() && Instant::now() < deadline {
                    thread::sleep(POLL_INTERVAL);
                }
            }
            *its_state.lock() = Some(end);
            its_state.ended.notify_all();
        });
        let pid = is_started.recv().map_err(|_| io::Error::other("the thread ended"))??;
        Ok(GameProcess { pid, output, shared })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// How it ended; `None` while it runs.
    pub(crate) fn end(&self) -> Option<ProcessEnd> {
        *self.shared.lock()
    }

    pub(crate) fn output(&self, count: usize) -> (Vec<OutputLine>, usize) {
        self.output.tail(count)
    }

    pub(crate) fn telling_output(&self) -> Vec<OutputLine> {
        self.output.telling_tail()
    }

    pub(crate) fn wait_for_end(&self, limit: Duration) -> Option<ProcessEnd> {
        let state = self.shared.lock();
        let waited = self.shared.ended.wait_timeout_while(state, limit, |end| end.is_none());
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Ends the game and its children, and waits until they are gone.
    pub(crate) fn kill(&self) -> Option<ProcessEnd> {
        if self.end().is_none() {
            self.shared.is_stopped.store(true, Ordering::Relaxed);
            kill_group(self.pid);
        }
        self.wait_for_end(Duration::from_secs(5))
    }
}

impl Drop for GameProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

impl ProcessState {
    fn lock(&self) -> MutexGuard<'_, Option<ProcessEnd>> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProcessCommand {
    fn spawn(&self, mark: &str) -> io::Result<Child> {
        let mut command = match &self.guard {
            Some(guard) => {
                let mut command = Command::new(guard);
                command.arg("guard-process").arg(std::process::id().to_string()).arg(&self.program);
                command
            }
            None => Command::new(&self.program),
        };
        command.args(&self.arguments).envs(self.variables.iter().cloned());
        command.env(descendants::MARKER, mark);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }
}

fn wait(child: &mut Child) -> ProcessEnd {
    loop {
        match child.wait() {
            Ok(status) => return end_of(status),
            Err(_) => thread::sleep(POLL_INTERVAL),
        }
    }
}

fn end_of(status: ExitStatus) -> ProcessEnd {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return ProcessEnd::Killed(signal);
    }
    ProcessEnd::Exited(status.code().unwrap_or(-1))
}

#[cfg(unix)]
fn kill_group(pid: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        // Nothing is left of a group that is gone.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(windows)]
fn kill_group(pid: u32) {
    // The children of a process are known to the system's own command only.
    let _ = Command::new("taskkill").args(["/F", "/T", "/PID", &pid.to_string()]).output();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
    fn shell(script: &str) -> GameProcess {
        let command = ProcessCommand {
            program: "/bin/sh".into(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            variables: Vec::new(),
            guard: None,
        };
        GameProcess::start(command).unwrap()
    }

    #[test]
    fn the_end_of_a_process_is_told_with_its_output() {
        for (script, expected) in [
            ("exit 3", ProcessEnd::Exited(3)),
            ("kill -ABRT $$", ProcessEnd::Killed(6)),
            // A child that keeps the streams open does not hold up the end.
            ("sleep 60 & exit 0", ProcessEnd::Exited(0)),
        ] {
            let process = shell(&format!("echo out; echo err >&2; {script}"));
            assert_eq!(process.wait_for_end(Duration::from_secs(20)), Some(expected), "{script}");
            let mut lines: Vec<_> = process.output(9).0.into_iter().map(|it| it.text).collect();
            lines.sort();
            assert_eq!(lines, ["err", "out"], "{script}");
        }
    }

    #[test]
    fn a_process_ends_with_its_children() {
        for script in ["sleep 61 & echo $!; sleep 62", "setsid sleep 61 & echo $!; sleep 62"] {
            let process = shell(script);
            let child = loop {
                if let Some(line) = process.output(1).0.first() {
                    break line.text.clone();
                }
                thread::sleep(POLL_INTERVAL);
            };
            drop(process);
            // A zombie that nobody has waited for yet has no command line.
            let gone =
                || std::fs::read(format!("/proc/{child}/cmdline")).map_or(true, |it| it.is_empty());
            while !gone() {
                thread::sleep(POLL_INTERVAL);
            }
        }
    }

    #[test]
    fn a_program_that_does_not_exist_is_an_error() {
        let command = ProcessCommand {
            program: "/no/such/godot".into(),
            arguments: Vec::new(),
            variables: Vec::new(),
            guard: None,
        };
        assert!(GameProcess::start(command).is_err());
    }
}
