//! The process of a host: it may run without answering.

use std::path::Path;

use sysinfo::UpdateKind;
use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

use crate::LiveHost;
use crate::port_file::PortFile;

/// How much later than the announcement its process may seem to have started: both times are in whole seconds, and the
/// start is computed from the time of the boot.
const CLOCK_TOLERANCE_SECONDS: u64 = 3;

/// Whether the process that wrote the port file still runs. A process that started after the announcement has only
/// received the same id, unless it has the project open: the clock may have been set.
pub(crate) fn is_running<H: LiveHost>(file: &PortFile, root: &Path) -> bool {
    let pid = Pid::from_u32(file.pid);
    let mut system = System::new();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, what_to_read());
    let Some(process) = system.process(pid).filter(|process| is_alive(process)) else {
        return false;
    };
    is_older(process.start_time(), file.started) || has_open::<H>(process, root)
}

/// A process that has the project open, whether it announced itself or not. Processes of other users are not seen on
/// every system.
pub(crate) fn find<H: LiveHost>(root: &Path) -> Option<u32> {
    let mut system = System::new();
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what_to_read());
    let mut found = system.processes().values();
    found.find(|it| is_alive(it) && has_open::<H>(it, root)).map(|it| it.pid().as_u32())
}

fn what_to_read() -> ProcessRefreshKind {
    let read = ProcessRefreshKind::nothing().without_tasks();
    read.with_cmd(UpdateKind::Always).with_cwd(UpdateKind::Always)
}

fn is_alive(process: &Process) -> bool {
    !matches!(process.status(), ProcessStatus::Zombie | ProcessStatus::Dead)
}

fn has_open<H: LiveHost>(process: &Process, root: &Path) -> bool {
    let command: Vec<_> = process.cmd().iter().map(|argument| argument.to_string_lossy()).collect();
    let command: Vec<&str> = command.iter().map(|argument| &**argument).collect();
    H::project_of(&command, process.cwd()).is_some_and(|folder| is_same_folder(&folder, root))
}

fn is_same_folder(folder: &Path, root: &Path) -> bool {
    folder == root || folder.canonicalize().is_ok_and(|folder| folder == root)
}

/// Without a time in the port file, the id alone decides.
fn is_older(process_started: u64, announced: f64) -> bool {
    announced <= 0.0 || process_started <= announced as u64 + CLOCK_TOLERANCE_SECONDS
}

#[cfg(test)]
mod tests;
