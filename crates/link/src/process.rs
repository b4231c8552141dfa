//! The processes of hosts: one may run without answering, and without having announced itself.

use std::path::Path;

use sysinfo::{
    Pid, Process, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind,
};

use crate::LiveHost;
use crate::port_file::PortFile;

/// How much later than the announcement its process may seem to have started: both times are in whole seconds, and the
/// start is computed from the time of the boot.
const CLOCK_TOLERANCE_SECONDS: u64 = 3;

/// A process that has the project in the canonical folder `root` open, whether it announced itself or not. Processes of
/// other users are not seen on every system. Reads the command lines of all processes.
pub fn find_host_process<H: LiveHost>(root: &Path) -> Option<u32> {
    let system = read_processes(ProcessesToUpdate::All);
    let open = system.processes().values().filter(|it| is_alive(it) && has_open::<H>(it, root));
    // A wrapper such as `xvfb-run` has the same arguments.
    let is_wrapper = |process: &&Process| {
        let program = process.cmd().first().map(|program| program.to_string_lossy());
        !program.is_some_and(|program| H::is_own_program(&program))
    };
    open.min_by_key(|it| (is_wrapper(it), it.pid())).map(|it| it.pid().as_u32())
}

/// Whether a process that claimed to have the project open still has. Where the system does not show its command line,
/// its id decides.
pub fn is_host_process<H: LiveHost>(pid: u32, root: &Path) -> bool {
    let pid = Pid::from_u32(pid);
    let system = read_processes(ProcessesToUpdate::Some(&[pid]));
    system.process(pid).is_some_and(|process| {
        is_alive(process) && (process.cmd().is_empty() || has_open::<H>(process, root))
    })
}

/// Whether the process that wrote the port file still runs. A process that started after the announcement has only
/// received the same id, unless it has the project open: the clock may have been set.
pub(crate) fn is_running<H: LiveHost>(file: &PortFile, root: &Path) -> bool {
    let pid = Pid::from_u32(file.pid);
    let system = read_processes(ProcessesToUpdate::Some(&[pid]));
    let Some(process) = system.process(pid).filter(|process| is_alive(process)) else {
        return false;
    };
    is_older(process.start_time(), file.started) || has_open::<H>(process, root)
}

fn read_processes(which: ProcessesToUpdate<'_>) -> System {
    let mut system = System::new();
    let what = ProcessRefreshKind::nothing()
        .with_cmd(UpdateKind::Always)
        .with_cwd(UpdateKind::Always)
        .without_tasks();
    system.refresh_processes_specifics(which, true, what);
    system
}

fn is_alive(process: &Process) -> bool {
    !matches!(process.status(), ProcessStatus::Zombie | ProcessStatus::Dead)
}

fn has_open<H: LiveHost>(process: &Process, root: &Path) -> bool {
    let command: Vec<_> = process.cmd().iter().map(|argument| argument.to_string_lossy()).collect();
    let command: Vec<&str> = command.iter().map(|argument| &**argument).collect();
    H::has_project_open(&command, process.cwd(), root)
}

/// Without a time in the port file, the id alone decides.
fn is_older(process_started: u64, announced: f64) -> bool {
    announced <= 0.0 || process_started <= announced as u64 + CLOCK_TOLERANCE_SECONDS
}

#[cfg(test)]
mod tests;
